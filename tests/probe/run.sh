#!/usr/bin/env bash
# turnout probe against a libcuda.so.1 that fails in every way that is known, the toolkit's own stub, and Python
# environments made here and compared with what Python itself says; and the emitted NAME_probe.h against the same.
set -u
cd "$(dirname "$0")/../.."
here=tests/probe
mkdir -p out/scratch && work=$(mktemp -d out/scratch/probe.XXXXXX) || exit 1 # two runs at once do not meet
trap 'rm -rf "$work"' EXIT
turnout=${TURNOUT:-}
if [ -z "$turnout" ]; then # a probe must not crash: the sanitized program, where it is built
    turnout=out/bin/turnout
    [ -x out/san/turnout ] && turnout=out/san/turnout
fi
mkdir -p "$work"/{drv,old,older,nouuid,broken,none,h,empty,home}
root=$PWD
pass=0 fail=0 skip=0
ok() { pass=$((pass + 1)); }
no() {
    fail=$((fail + 1))
    printf 'FAILED: %s\n' "$1"
    sed 's/^/    /' "$work/log"
}
check() { local what=$1; shift; if "$@" >"$work/log" 2>&1; then ok; else no "$what"; fi; }
skipped() { skip=$((skip + 1)); echo "skipped: $1"; }

# ---- drivers ----
# driver FOLDER FLAG...: the fake, by the name that a release has
driver() {
    local folder=$work/$1
    shift
    gcc -std=c11 -Wall -Wextra -Werror -fPIC -shared "$@" -o "$folder/libcuda.so.580.65.06" $here/fake.c &&
        ln -sf libcuda.so.580.65.06 "$folder/libcuda.so.1"
}
check 'build the fake driver' driver drv
check 'build one before MIG' driver old -DWITHOUT_UUID_V2
check 'build one without UUIDs' driver nouuid -DWITHOUT_UUID
check 'build one that lacks a function' driver older -DWITHOUT_ATTRIBUTE
echo 'no library' >"$work/broken/libcuda.so.1"

# says NAME STATUS ERE [VARIABLE=VALUE...] -- ARGUMENT...: exit status, each line of ERE in what is printed; a line
# that begins with '!' must not match.  HOME, PATH and PYTHONPATH show no packages unless they are given.
says() {
    local name=$1 status=$2 wanted=$3 got line set=()
    shift 3
    while [ "$1" != -- ]; do set+=("$1") && shift; done
    shift
    env -i PATH="$work/empty" HOME="$root/$work/empty" LD_LIBRARY_PATH="$work/drv" CUDA_DEVICE_ORDER=PCI_BUS_ID \
        "${set[@]}" "$turnout" probe "$@" >"$work/log" 2>&1
    got=$?
    if [ $got -ne "$status" ]; then
        echo "exit status $got, expected $status" >>"$work/log" && no "$name" && return
    fi
    while IFS= read -r line; do
        if [ "${line#!}" != "$line" ]; then
            ! grep -qE -- "${line#!}" "$work/log" || { echo "must not be there: $line" >>"$work/log" && no "$name" && return; }
        else
            grep -qE -- "$line" "$work/log" || { echo "missing: $line" >>"$work/log" && no "$name" && return; }
        fi
    done <<<"$wanted"
    ok
}
says 'one device' 0 '^driver       580\.65\.06 \(CUDA 13\.0\)$
^device 0     NVIDIA H200, sm_90, GPU-00102030-4050-6070-8090-a0b0c0d0e0f0$
^flashinfer   absent$
!error
!warning' --
says 'eight alike' 0 '^device 7     NVIDIA B200, sm_100, GPU-07172737-
!warning' FAKE_DEVICES="$(printf 'NVIDIA B200:10.0,%.0s' {1..8})" --
says 'mixed GPUs' 0 '^device 0     NVIDIA H200, sm_90
^device 1     NVIDIA RTX PRO 6000, sm_120
^turnout: warning: the devices differ in their SM' FAKE_DEVICES='NVIDIA H200:9.0,NVIDIA RTX PRO 6000:12.0' --
says 'an SM of two digits behind the dot is none' 1 'gives 9\.10 as its compute capability' FAKE_DEVICES='X:9.10' --
says 'no driver' 1 '^driver       missing$
^turnout: error: no NVIDIA driver: libcuda\.so\.1: ' LD_LIBRARY_PATH="$work/none" --
says 'a file that is no library' 1 '^turnout: error: no NVIDIA driver: .*(too short|invalid ELF|file)' LD_LIBRARY_PATH="$work/broken" --
says 'before MIG' 0 '^device 0     NVIDIA H200, sm_90, GPU-01112131' LD_LIBRARY_PATH="$work/old" --
says 'without UUIDs' 0 '^device 0     NVIDIA H200, sm_90$' LD_LIBRARY_PATH="$work/nouuid" --
says 'too old: lacks a function' 1 '^turnout: error: the driver 580\.65\.06 is too old: its libcuda\.so\.1 has no cuDeviceGetAttribute' \
    LD_LIBRARY_PATH="$work/older" --
says 'too old: says so' 1 'error: the driver is too old for this call \(cuInit: 36\)' FAKE_FAIL=cuInit=36 --
says 'CUDA_VISIBLE_DEVICES=' 1 "error: no device \(cuInit: 100\): CUDA_VISIBLE_DEVICES='' shows none
^driver       580\.65\.06 \(CUDA 13\.0\), without a device$" CUDA_VISIBLE_DEVICES= --
says 'no device' 1 'error: no device \(cuInit: 100\); a container' FAKE_FAIL=cuInit=100 --
says 'no device, by the count' 1 'error: no device \(cuDeviceGetCount: 100\)' FAKE_FAIL=cuDeviceGetCount=100 --
says 'a count of 0' 1 'error: no device \(cuDeviceGetCount counts 0\)' FAKE_COUNT=0 --
says 'a count below 0' 1 'error: the driver gives -3 as the number of its devices' FAKE_COUNT=-3 --
says 'a count beyond reason' 1 'error: the driver gives 2000000000' FAKE_COUNT=2000000000 --
says 'a count of more devices than there are' 1 'error: device 1 does not answer \(cuDeviceGet: 101\)
^device 0     NVIDIA H200, sm_90' FAKE_COUNT=2 --
says 'the stub' 1 "error: libcuda\.so\.1 is the toolkit's stub, .*LD_LIBRARY_PATH" FAKE_FAIL=cuInit=34,cuDriverGetVersion=34 --
for answer in 1 2 3 46 101 304 800 802 803 804 999 12345 -1; do
    says "cuInit answers $answer" 1 "error: the driver fails \(cuInit: $answer\): [a-zC]" FAKE_FAIL=cuInit=$answer --
    says "cuDeviceGetAttribute answers $answer" 1 "error: device 1 does not answer \(cuDeviceGetAttribute: $answer\)
^device 1     NVIDIA B, does not answer$
^device 2     NVIDIA C, sm_90" FAKE_DEVICES='NVIDIA A:9.0,NVIDIA B:9.0,NVIDIA C:9.0' FAKE_FAIL=cuDeviceGetAttribute.1=$answer --
done
says 'no name' 0 '^device 0     unknown, sm_90' FAKE_FAIL=cuDeviceGetName=999 --
says 'a name without an end' 0 '^device 0     \?{255}, sm_90' FAKE_NAME=raw --
says 'no UUID' 0 '^device 0     NVIDIA H200, sm_90$' FAKE_FAIL=cuDeviceGetUuid=999 --
says 'no CUDA version' 0 '^driver       580\.65\.06$' FAKE_FAIL=cuDriverGetVersion=999 --
says 'a capability of 0.0' 1 'gives 0\.0 as its compute capability' FAKE_DEVICES='X:0.0' --
says 'a large capability' 1 'compute capability' FAKE_DEVICES='X:2147483647.0' --
stub=$(ls /usr/local/cuda/lib64/stubs/libcuda.so 2>/dev/null)
if [ -n "$stub" ]; then
    mkdir -p "$work/stub" && ln -sf "$stub" "$work/stub/libcuda.so.1"
    says "the toolkit's own stub" 1 "^driver       stub$
error: libcuda\.so\.1 is the toolkit's stub" LD_LIBRARY_PATH="$work/stub" --
else
    skipped "the toolkit's own stub: no toolkit"
fi

# ---- packages ----
# package FOLDER NAME VERSION: its metadata as pip leaves it
package() {
    mkdir -p "$1/$2-$3.dist-info"
    printf 'Metadata-Version: 2.4\nName: %s\nVersion: %s\n\nVersion: 9.9.9 in the text\n' "$2" "$3" >"$1/$2-$3.dist-info/METADATA"
}
site=$work/venv/lib/python3.12/site-packages
package "$site" flashinfer_python 0.6.10.post1
package "$site" sglang 0.5.23
package "$site" torch 2.11.0+cu130
package "$site" Flash_Attn 2.8.3
package "$site" sgl.kernel 0.3.21
package "$site" flash_attn_4 4.0.0b18
package "$site" torchvision 0.26.0
package "$site" flashinfer_cubin 0.6.9
mkdir -p "$site/triton-3.6.0.dist-info" "$site/torch" "$site/vllm-.egg-info" "$site/-.dist-info"
printf "from typing import Optional\n__version__ = '2.11.0+cu130'\ncuda: Optional[str] = '13.0'\nhip: Optional[str] = None\n" >"$site/torch/version.py"
mkdir -p "$work/venv/bin" && ln -sf /nowhere/python3.12 "$work/venv/bin/python3"
printf 'home = /usr/bin\ninclude-system-site-packages = false\nversion = 3.12.3\n' >"$work/venv/pyvenv.cfg"
all="^flashinfer   0\.6\.10\.post1 \(flashinfer-python in .*site-packages\)$
^sglang       0\.5\.23 
^vllm         absent$
^torch        2\.11\.0\+cu130 
^triton       3\.6\.0 
^sgl-kernel   0\.3\.21 
^flash-attn   2\.8\.3 
^flash-attn-4 4\.0\.0b18 
^cuda         13\.0 \(torch\.version\.cuda "
says 'VIRTUAL_ENV' 0 "$all" VIRTUAL_ENV="$work/venv" --
says '--python PREFIX' 0 "$all" -- --python "$work/venv"
says 'CONDA_PREFIX' 0 "$all" CONDA_PREFIX="$work/venv" --
says 'PYTHONPATH' 0 "$all" PYTHONPATH="$work/none::$site" --
says 'no such interpreter' 1 "error: no Python packages are found for '/nowhere/python3'" -- --python /nowhere/python3
package "$work/early" flashinfer_python 0.6.9
says 'PYTHONPATH comes first' 0 '^flashinfer   0\.6\.9 .*early\)$
^sglang       0\.5\.23 ' PYTHONPATH="$work/early" VIRTUAL_ENV="$work/venv" --
package "$work/home/.local/lib/python3.12/site-packages" vllm 0.19.0
says "the user's own" 0 '^vllm         0\.19\.0 ' HOME="$work/home" --
says 'hidden from a virtual environment' 0 '^vllm         absent$' HOME="$work/home" VIRTUAL_ENV="$work/venv" --
package "$work/early" flashinfer-python 0.6.12
package "$work/renamed" sglang_kernel 0.4.10
says 'the new name of sgl-kernel' 0 '^sgl-kernel   0\.4\.10 \(sglang-kernel in ' PYTHONPATH="$work/renamed" --
says 'a broken installation' 0 "warning: flashinfer-python is there twice in '.*early': 0\.6\.12 and 0\.6\.9" PYTHONPATH="$work/early" --
printf 'Name: sglang\nVersion: \033[31m1.0\n\n' >"$site/sglang-0.5.23.dist-info/METADATA"
says 'no control character reaches a terminal' 0 '^sglang       \?\[31m1\.0 ' VIRTUAL_ENV="$work/venv" --
rm "$site/sglang-0.5.23.dist-info/METADATA"
says 'without METADATA' 0 '^sglang       0\.5\.23 ' VIRTUAL_ENV="$work/venv" --
says 'a driver older than torch' 0 'warning: torch 2\.11\.0\+cu130 is built for CUDA 13\.0, and the driver runs 12\.4 at most' \
    FAKE_CUDA=12040 VIRTUAL_ENV="$work/venv" --
says 'a minor release older' 0 '!too old' FAKE_CUDA=13000 VIRTUAL_ENV="$work/venv" --

# against Python itself: in each environment importlib.metadata finds what probe finds
agrees() {
    local what=$1 python=$2 found said
    shift 2
    found=$(env "$@" "$python" -c 'import importlib.metadata as m
for n in ("flashinfer-python", "sglang", "vllm", "torch", "triton", "sgl-kernel", "flash-attn", "flash-attn-4"):
    try: print(n, m.version(n))
    except m.PackageNotFoundError: print(n, "absent")') || { echo "$python" >"$work/log" && no "$what: Python" && return; }
    env "$@" "$turnout" probe --format=json --python "$python" >"$work/log" 2>/dev/null
    said=$("$python" -c 'import json, sys
for l in json.load(open(sys.argv[1]))["libraries"]:
    if l["name"] != "cuda": print(l["package"], l["version"] or "absent")' "$work/log")
    { [ "$found" = "$said" ] && ok; } || { diff <(echo "$found") <(echo "$said") >"$work/log" && ok || no "$what"; }
}
python=/usr/bin/python3
if [ -x $python ] && $python -m venv --without-pip "$work/real" >/dev/null 2>&1 &&
    $python -m venv --without-pip --system-site-packages "$work/open" >/dev/null 2>&1; then
    user=$(HOME="$root/$work/me" $python -c 'import site; print(site.getusersitepackages())')
    package "$user" triton 3.4.0
    package "$(cd "$work/real/lib" && pwd)/$(ls "$work/real/lib")/site-packages" flashinfer_python 0.6.12
    package "$(cd "$work/open/lib" && pwd)/$(ls "$work/open/lib")/site-packages" torch 2.9.1+cu128
    agrees 'the system' $python HOME="$root/$work/me"
    agrees 'the system without user packages' $python HOME="$root/$work/me" PYTHONNOUSERSITE=1
    agrees 'a virtual environment' "$work/real/bin/python" HOME="$root/$work/me"
    agrees 'one that sees the system' "$work/open/bin/python3" HOME="$root/$work/me"
    says 'python3 of PATH' 0 '^flashinfer   0\.6\.12 ' PATH="$work/empty:$work/real/bin:/usr/bin" --
    says 'an interpreter by name' 0 '^flashinfer   0\.6\.12 ' PATH="$work/empty:$work/real/bin:/usr/bin" -- --python python
else
    skipped 'against Python itself: no python3-venv'
fi

# ---- with a table ----
table=tables/gemma4.ini
says 'a table' 0 '^gemma4 on device 0: sm=90 flashinfer=0\.6\.10\.post1$' VIRTUAL_ENV="$work/venv" -- $table
says 'words only, in the order of the table' 0 '^arch=Gemma4ForCausalLM sm=90 flashinfer=absent$
!driver' -- -q $table arch=Gemma4ForCausalLM
says 'each device' 0 '^gemma4 on device 0: sm=100 flashinfer=absent$
^gemma4 on device 1: sm=120 flashinfer=absent$
warning: the devices differ' FAKE_DEVICES='A:10.0,B:12.0' -- $table
says 'newer than the vocabulary' 0 '^gemma4 on device 0: sm=150 ' FAKE_DEVICES='A:15.0' -- $table
says 'an SM that the vocabulary lacks' 0 'warning: sm: SM 97 is not in the vocabulary
^gemma4 on device 0: flashinfer=absent$' FAKE_DEVICES='A:9.7' -- $table
says 'no device is a cell of its own' 1 '^gemma4 without a device: sm=none flashinfer=absent$' CUDA_VISIBLE_DEVICES= -- $table
says 'a driver that fails is not' 1 '^gemma4 without a device: flashinfer=absent$' FAKE_FAIL=cuInit=999 -- $table
says 'bools of libraries, versions of torch' 0 '^sglang-attention on device 0: sm=90 cuda=13\.0 flashinfer=yes$' \
    VIRTUAL_ENV="$work/venv" -- tables/sglang-attention.ini
says "each device's answer" 0 '^gemma4 on device 0: arch=Gemma4ForCausalLM sm=90 flashinfer=0\.6\.10\.post1$
^  by default: quantization=other moe=no$
^  attention=triton \(rule gemma4, tables/gemma4\.ini:[0-9]+\)$
^  attention=trtllm_mha \(rule gemma4, tables/gemma4\.ini:[0-9]+\)$
warning: the devices get different answers: attention=triton on device 0, trtllm_mha on device 1' \
    VIRTUAL_ENV="$work/venv" FAKE_DEVICES='A:9.0,B:10.0' -- $table arch=Gemma4ForCausalLM
says 'different GPUs, one answer' 0 '^  attention=trtllm_mha 
!different answers' VIRTUAL_ENV="$work/venv" FAKE_DEVICES='A:10.0,B:10.3' -- $table arch=Gemma4ForCausalLM
says 'what is open' 0 '^  open: arch; give INPUT=VALUE for an answer$
!attention=' -- $table
says 'a refusal' 0 '^  attention=ERROR \(refuse old-gpu, ' FAKE_DEVICES='A:7.0' -- $table arch=Gemma4ForCausalLM
says 'derived and chained inputs' 0 '^chain on device 0: arch=other fast=no heads=8 kv_heads=8$
^  [a-z_]+=[a-z0-9_]+ ' -- tests/header/chain.ini arch=other fast=no heads=8 kv_heads=8
says 'a word wins' 0 '^gemma4 on device 0: sm=100 flashinfer=0\.6\.9$' VIRTUAL_ENV="$work/venv" -- $table sm=100 flashinfer=0.6.9
says 'an unknown input' 2 "error: 'flashinfr' is no input of table 'gemma4'; did you mean 'flashinfer'\?" -- $table flashinfr=1
says 'no value' 2 'error: sm: .*97' -- $table sm=97
says 'no NAME=VALUE' 2 "not as 'sm'" -- $table sm
says 'every such fault' 2 "'x' is no input
'y' is no input" -- $table x=1 y=2
says 'no such table' 3 'error' -- "$work/none.ini"
printf '[table broken]\nabout = no end\n[rule\n' >"$work/broken.ini"
says 'a table with faults' 1 'broken\.ini:3:' -- "$work/broken.ini"
says 'no such format' 2 "not as 'sarif'" -- --format=sarif
says '--cflags without a table' 2 'takes a table' -- --cflags

# ---- flags ----
says 'flags' 0 '^-DGEMMA4_SM=90 -DGEMMA4_FLASHINFER=0x[0-9A-F]+ULL$' VIRTUAL_ENV="$work/venv" -- --cflags $table
says 'flags: absent' 0 '^-DGEMMA4_SM=90 -DGEMMA4_FLASHINFER=0x1ULL$' -- --cflags $table
says 'flags: a local version' 0 'FLASHINFER=0x[0-9A-F]+ULL$' -- --cflags $table flashinfer=0.6.12+cu130
says 'flags: a name' 0 '^-DGEMMA4_ARCH=[0-9]+ -DGEMMA4_SM=100 .* -DGEMMA4_MOE=1$' -- --cflags $table arch=Gemma4ForCausalLM sm=100 moe=yes
says 'flags: none without a device' 1 '!-D
error: no device' CUDA_VISIBLE_DEVICES= -- --cflags $table
says 'flags: none without a driver' 1 '!-D
error: no NVIDIA driver' LD_LIBRARY_PATH="$work/none" -- --cflags $table
says 'flags: none where devices differ' 1 "^turnout: error: no flags for all devices at once: device 0 asks for '-DGEMMA4_SM=90.*device 1 for '-DGEMMA4_SM=100
!^-D" FAKE_DEVICES='A:9.0,B:10.0' -- --cflags $table
says 'flags: devices alike' 0 '^-DGEMMA4_SM=90 ' FAKE_DEVICES='A:9.0,B:9.0' -- --cflags $table

same_key() {
    LD_LIBRARY_PATH="$work/drv" "$turnout" probe --cflags $table flashinfer=0.6.10.post1 >"$work/key" &&
        echo '_Static_assert(GEMMA4_FLASHINFER == GEMMA4_VERSION_POST(0, 6, 10, 1), "");' |
        gcc $(cat "$work/key") -include "$work/h/gemma4.h" -fsyntax-only -x c -
}
# in a shell, in make, in #if, and the same answer as explain gives for the same words
check 'compile' "$turnout" compile -t probe -o "$work/h" $table
check 'the key that the header makes' same_key
cat >"$work/flags.c" <<'END'
#include "gemma4.h"
#include <stdio.h>
#if !defined GEMMA4_SM || GEMMA4_ATTENTION(GEMMA4_ARCH_Gemma4ForCausalLM, GEMMA4_SM, GEMMA4_FLASHINFER, GEMMA4_QUANTIZATION_OTHER, 0) == GEMMA4_ATTENTION_ERROR
#error not specialised
#endif
int main(void) {
    return puts(gemma4_attention_name(GEMMA4_ATTENTION(GEMMA4_ARCH_Gemma4ForCausalLM, GEMMA4_SM, GEMMA4_FLASHINFER,
                                                       GEMMA4_QUANTIZATION_OTHER, 0))) < 0;
}
END
printf 'flags: flags.c\n\tcc $(shell cat cflags) -o $@ $<\n' >"$work/h/Makefile"
cp "$work/flags.c" "$work/h/"
specialised() { # VERSION DEVICE
    local said
    LD_LIBRARY_PATH="$work/drv" FAKE_DEVICES="$2" "$turnout" probe --cflags $table flashinfer="$1" >"$work/h/cflags" &&
        gcc $(cat "$work/h/cflags") -Wall -Werror -I "$work/h" -o "$work/flags" "$work/flags.c" &&
        rm -f "$work/h/flags" && make -s -C "$work/h" flags || return 1
    said=$("$turnout" explain -q $table arch=Gemma4ForCausalLM $(LD_LIBRARY_PATH="$work/drv" FAKE_DEVICES="$2" \
        "$turnout" probe -q $table flashinfer="$1")) || return 1
    echo "explain: $said; program: $("$work/flags")"
    [[ $said == *" attention=$("$work/flags")"* ]] && [ "$("$work/flags")" = "$("$work/h/flags")" ]
}
for version in absent 0.6.9 0.6.10 0.6.10.post1 0.6.12+cu130 0.6.16rc1 1!0.1 0.6.10.post1.dev3 0.0.0.dev1; do
    for device in A:9.0 A:10.0 A:10.3 A:12.0 A:15.0; do
        check "specialised: $version on $device" specialised $version $device
    done
done

# ---- JSON ----
json() { python3 -c "import json, sys; d = json.load(open('$work/json')); assert $1, d"; }
asks() { # VARIABLE... -- ARGUMENT...
    local set=()
    while [ "$1" != -- ]; do set+=("$1") && shift; done
    shift
    env -i PATH="$work/empty" HOME="$work/empty" LD_LIBRARY_PATH="$work/drv" "${set[@]}" "$turnout" probe --format=json "$@" >"$work/json" 2>"$work/log"
}
if command -v python3 >/dev/null; then
    asks VIRTUAL_ENV="$work/venv" FAKE_DEVICES='A:9.0,B:12.0' -- $table
    check 'json' json "d['driver'] == {'state': 'ready', 'version': '580.65.06', 'cuda': '13.0'} and [x['sm'] for x in d['devices']] == [90, 120] and len(d['warnings']) == 1 and not d['errors'] and d['cells'][1] == {'device': 1, 'inputs': {'sm': '120', 'flashinfer': '0.6.10.post1'}, 'answers': [], 'open': ['arch']} and d['libraries'][0]['version'] == '0.6.10.post1'"
    asks VIRTUAL_ENV="$work/venv" FAKE_DEVICES='A:9.0,B:10.0' -- $table arch=Gemma4ForCausalLM
    check 'json: answers' json "[c['answers'][0]['answer'] for c in d['cells']] == ['triton', 'trtllm_mha'] and d['cells'][0]['open'] == [] and d['cells'][1]['answers'][0]['by'].startswith('rule gemma4, tables/gemma4.ini:') and len(d['warnings']) == 2"
    for state in '34 stub' '36 too+old' '100 no+device' '999 failed'; do
        asks FAKE_FAIL="cuInit=${state% *}" --
        check "json: $state" json "d['driver']['state'] == '$(tr + ' ' <<<"${state#* }")' and len(d['errors']) == 1 and d['devices'] == []"
    done
    asks FAKE_NAME=raw -- && check 'json: raw name' json "len(d['devices'][0]['name']) == 255"
    asks FAKE_FAIL=cuDeviceGetAttribute=999 --
    check 'json: no SM' json "d['devices'][0]['sm'] is None and d['driver']['state'] == 'failed'"
else
    skipped 'json: no python3'
fi

# ---- the emitted header ----
for cc in 'gcc -std=c99' 'gcc -std=c11 -O2' 'clang -std=c2x' 'g++ -std=c++11 -x c++' 'clang++ -std=c++20 -O2 -x c++'; do
    command -v "${cc%% *}" >/dev/null || { skipped "$cc" && continue; }
    check "build: $cc" $cc -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Werror \
        -fsanitize=address,undefined -I "$work/h" -o "$work/ranks" $here/ranks.c -ldl
done
# start NAME EXPECTED VARIABLE...
start() {
    local name=$1 wanted=$2 got
    shift 2
    got=$(env LD_LIBRARY_PATH="$work/drv" "$@" "$work/ranks" 2>&1)
    echo "$got, expected $wanted" >"$work/log"
    if [[ $got == $wanted ]]; then ok; else no "header: $name"; fi
}
start 'two devices' '1 ready (answer 0, cuda 13000) 90 120; first 90, beyond -1 -1' FAKE_DEVICES='A:9.0,B:12.0'
start 'no driver' '2 no NVIDIA driver*[(]answer 0, cuda 0); first -1, beyond -1 -1' LD_LIBRARY_PATH="$work/none"
start 'too old' '3 *too old*; first -1*' LD_LIBRARY_PATH="$work/older"
start 'says that it is too old' '3 *too old*[(]answer 36*' FAKE_FAIL=cuInit=36
start 'the stub' '4 *stub*[(]answer 34, cuda 0)*' FAKE_FAIL=cuInit=34,cuDriverGetVersion=34
start 'no device' '5 no device*[(]answer 100, cuda 13000); first -1*' CUDA_VISIBLE_DEVICES=
start 'a count of 0' '5 no device*; first -1*' FAKE_COUNT=0
start 'a count below 0' '5 no device*; first -1*' FAKE_COUNT=-1
start 'a count beyond reason' '6 *[(]answer 101, cuda 13000) 90 -1 -1*; first 90*' FAKE_COUNT=2000000000
start 'a device that fails' '6 *[(]answer 999, cuda 13000) 90 -1 100; first 90*' FAKE_DEVICES='A:9.0,B:9.0,C:10.0' FAKE_FAIL=cuDeviceGetAttribute.1=999
start 'no capability' '6 *[(]answer 0, cuda 13000) -1; first -1*' FAKE_DEVICES='A:0.0'
ranks() {
    local wanted=$1 got
    shift
    got=$("$work/ranks" "$@")
    echo "ranks $*: $got, expected $wanted" >"$work/log"
    if [ "$got" = "$wanted" ]; then ok; else no "ranks $*"; fi
}
ranks 'trtllm_mha -1 same 100 trtllm_mha' 100 100 100
ranks 'trtllm_mha -1 same 0 trtllm_mha' 100 103
ranks 'triton -1 same 0 triton' 90 120 86
ranks 'ERROR 2 same 0 ERROR' 100 100 90 120
ranks 'ERROR -1 same 70 ERROR' 70 70
ranks 'triton -1 same 90 triton' 90
ranks 'ERROR -1 same 0 ERROR' 0
# a table without an SM has no such header, and chained outputs and versions have one that compiles
for t in tests/header/sink.ini tests/header/chain.ini; do
    check "compile $t" "$turnout" compile -t probe -I tables -o "$work/other" $t
done
for h in "$work"/other/*_probe.h; do
    [ -e "$h" ] && check "$h" gcc -std=c99 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only -x c "$h" -Wno-error=pragmas
done

# ---- what does not probe does not open the driver ----
if command -v strace >/dev/null; then
    quiet() { strace -f -e trace=openat "$turnout" check $table 2>&1 | grep -c libcuda | grep -qx 0; }
    check 'check opens no libcuda' quiet
fi
linked() { ldd out/bin/turnout | grep -c libcuda | grep -qx 0; }
check 'libcuda is not linked' linked

[ "$skip" -gt 0 ] && skips=", $skip skipped"
echo "$pass passed, $fail failed${skips:-}"
[ "$fail" -eq 0 ]
