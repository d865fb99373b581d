#!/usr/bin/env bash
# hash.sh TABLE: what a recording depends on: the table without its comments, reasons, sources and layout.
awk '/^#/ { next }
    /^[^ \t]/ { skip = $1 ~ /^(why|source|about|evidence|owner|review|default)$/ }
    !skip && NF { gsub(/ +/, " "); print }' "$1" | sha256sum | cut -c1-16
