#!/usr/bin/env bash
# The pages of `turnout docs` in headless Chromium: on a phone (390 px), a desktop, in the dark, without script and in
# print.  The pictures stay in out/scratch/docs-browser/shots, to be looked at.
set -u
cd "$(dirname "$0")/../.."
turnout=${TURNOUT:-out/bin/turnout}
work=out/scratch/docs-browser
rm -rf "$work" && mkdir -p "$work"
chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
if [ -z "$chromium" ]; then
    echo "chromium is not installed"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
"$turnout" docs -I tables -o "$work" tables/*.ini tests/docs/hostile.ini tests/header/chain.ini \
    tests/faults/S1/before.ini tests/faults/A29/before.ini >/dev/null 2>&1
python3 tests/docs-browser/browse.py "$chromium" "$work/shots" "$work"/*.html >"$work/log" 2>&1
status=$?
grep -v '^ok' "$work/log"
passed=$(grep -c '^ok' "$work/log")
failed=$(grep -c '^FAILED' "$work/log")
# a browser that died half way has looked at less than every page
expected=$(($(ls "$work"/*.html | wc -l) * 8))
if [ $status -ne 0 ] || [ $((passed + failed)) -ne $expected ]; then
    failed=$((failed + 1))
    echo "FAILED: $((passed + failed - 1)) of $expected looks, exit status $status"
fi
# the checks themselves: a page that is too wide, too pale, leads nowhere and asks for more
mkdir -p "$work/bad"
cat >"$work/bad/bad.html" <<'END'
<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>bad</title><body><div style="width: 600px; color: #bbb">wide and pale</div><a href="#gone">gone</a>
<table style="width: 900px"><tr><td>wide</td></tr></table><img src="other.png" alt=""></body></html>
END
python3 tests/docs-browser/browse.py "$chromium" "$work/bad" "$work/bad/bad.html" >"$work/log" 2>&1
for word in 'px wide in a window of 390' 'contrast' 'no place #gone' 'a table ends at' 'asks for file'; do
    if grep -q "$word" "$work/log"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: browse.py does not say '$word'"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
