# The same table with other blanks: awk -v seed=N -f uglify.awk.  Free text and quoted text keep theirs.
function dice(n) {
    seed = (seed * 16807) % 2147483647
    return int(seed / 2147483647 * n)
}
function blanks(least,   s, n) {
    s = ""
    for (n = least + dice(3); n > 0; n--) s = s (dice(4) ? " " : "\t")
    return s
}
function is_prose(key) {
    return key ~ /^(about|why|source|evidence|owner|review|instead|gpus|use)$/
}
# blanks around signs where the language does not care
function loose(text,   out, c, i) {
    if (text ~ /"/) return text
    out = ""
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == ",") out = out blanks(0) "," blanks(0)
        else if (c == "(") out = out "(" blanks(0)
        else if (c == ")") out = out blanks(0) ")"
        else if (c == " ") out = out blanks(1)
        else out = out c
    }
    return out
}
BEGIN { if (!seed) seed = 1 }
/^[ \t]*$/ { for (n = 1 + dice(3); n > 0; n--) print blanks(0); next }
/^[ \t]*[#;]/ { sub(/^[ \t]+/, ""); print blanks(0) $0 blanks(0); next }
/^\[/ { end = index($0, "]"); name = substr($0, 2, end - 2)
    if (length(name) < 30) gsub(/ /, blanks(1), name) # the INI library takes 49 bytes
    print "[" blanks(0) name blanks(0) "]" blanks(0) substr($0, end + 1); next }
/^[ \t]/ { sub(/^[ \t]+/, ""); print blanks(1) (prose ? $0 : loose($0)) blanks(0); next }
{ at = index($0, "="); key = substr($0, 1, at - 1); value = substr($0, at + 1)
    sub(/[ \t]+$/, "", key); sub(/^[ \t]+/, "", value)
    prose = is_prose(key)
    print loose(key) blanks(0) "=" blanks(0) (prose ? value : loose(value)) blanks(0) }
