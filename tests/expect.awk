# expect.awk -v expect=FILE: reads the findings of `turnout check` and holds them against FILE.
# A line of FILE is "flag | rule | ERE": some finding with that flag, of that rule, says the ERE in its message, source
# lines or notes.  "#" starts a comment.  A finding of level error that no line speaks of is unexpected.  Prints each
# difference and, last, the number of lines that hold; the exit status is 1 when anything differs.
function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }

BEGIN {
    while ((getline line < expect) > 0) {
        if (line ~ /^[ \t]*(#|$)/) continue
        n = split(line, part, "|")
        flag[++lines] = trim(part[1])
        rule[lines] = trim(part[2])
        ere[lines] = trim(part[3])
        for (i = 4; i <= n; i++) ere[lines] = ere[lines] "|" part[i]
    }
    close(expect)
}
/^[^ ][^:]*:[0-9]+(:[0-9]+)?: (error|warning|note): .*\[-W[a-z-]+\]$/ { text[++blocks] = $0; next }
blocks { text[blocks] = text[blocks] " " $0 }

END {
    for (i = 1; i <= lines; i++) {
        for (b = 1; b <= blocks; b++)
            if (index(text[b], "[-W" flag[i] "]") && index(text[b], "'" rule[i] "'")) {
                spoken[b] = 1
                if (text[b] ~ ere[i]) held[i] = 1
            }
        if (held[i]) count++
        else { print "missing: " flag[i] " of '" rule[i] "' with /" ere[i] "/"; bad = 1 }
    }
    for (b = 1; b <= blocks; b++)
        if (!spoken[b] && text[b] ~ /^[^ ]*: error: /) { print "unexpected: " text[b]; bad = 1 }
    print count + 0
    exit bad
}
