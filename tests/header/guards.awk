# guards.awk -- guards.inc (guards.c) of the first output of a header.
/^#ifndef TURNOUT_/ { file = FILENAME; sub(/.*\//, "", file); print "#include \"" file "\"" }
/^struct [a-z0-9_]*_in \{/ && !name { name = $2; field = 1; next }
field && /^}/ { field = 0 }
field { n++; type[n] = $0; sub(/ [^ ]*;$/, "", type[n]); sub(/^ */, "", type[n]); id[n] = $NF; sub(/;/, "", id[n]) }
/^[A-Z0-9_]* unsigned [a-z0-9_]*_at_rare_in_\(/ && !output { output = $3; sub(/_at_rare_in_.*/, "", output) }
END {
    print "#define asked_in " name
    print "enum { FIELDS = " n " };\nstatic void change(struct asked_in *in_, int field, long long number_) {"
    for (i = 1; i <= n; i++) print "    if (field == " i - 1 ") {\n        in_->" id[i] " = (" type[i] ")number_;\n    }"
    print "}\nstatic int one_by_one(const struct asked_in *in_) {\n    return (int)" output "_at_rare_in_(in_);\n}"
    printf "static int at(const struct asked_in *in_) {\n    return (int)%s_at(", output
    for (i = 1; i <= n; i++) printf "%sin_->%s", (i > 1 ? ", " : ""), id[i]
    print ");\n}\nstatic int by_struct(const struct asked_in *in_) {\n    return (int)" output "_in(in_);\n}"
}
