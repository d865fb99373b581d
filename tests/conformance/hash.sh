#!/usr/bin/env bash
# hash.sh TABLE: what a recording depends on: the table without its comments, reasons, sources and layout, and without
# what it reads from a model.
awk '/^#/ { next }
    /^\[/ { from = /^\[ *from / }
    /^[^ \t]/ { skip = $1 ~ /^(why|source|about|evidence|owner|review|default)$/ }
    !skip && !from && NF { gsub(/ +/, " "); print }' "$1" | sha256sum | cut -c1-16
