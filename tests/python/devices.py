"""Several devices in one server: what several-devices.c expects of the header, of the module (mypy --strict takes this file)."""

from __future__ import annotations

from typing import Callable, List

import several_devices as t


def device(arch: str, sm: int, memory: int, driver: str = "560.0") -> t.Inputs:
    return {"arch": arch, "sm": sm, "memory": memory, "driver": driver}


def refused(call: Callable[[], object], *said: str) -> bool:
    try:
        call()
    except t.Refused as why:
        return all(part in str(why) for part in said)
    return False


three: List[t.Inputs] = [device("X", 100, 80), device("X", 90, 80), device("X", 75, 8)]
two = three[:2]
assert [t.together_attention(three[:n]) for n in (1, 2, 3)] == ["trtllm_mha", "flashinfer", "triton"]
assert (t.together_page(two), t.together_page(three)) == (64, 1), "what follows is decided from the answer for all"
assert t.together_graph(two) == "on" and refused(lambda: t.together_graph(three), "3 devices have no answer in common")
assert t.together(two) == t.Selection("flashinfer", 64, "on")
assert refused(lambda: t.together_attention([]), "no device is given") and refused(lambda: t.together([]))

# what must be the same on every device: as a version, not as a text
assert refused(lambda: t.together_attention([two[0], device("X", 90, 80, "540")]), "driver: 560.0 and 540, which must be the same")
assert t.together_attention([two[0], device("X", 90, 80, "560")]) == "flashinfer"
assert refused(lambda: t.together_attention([two[0], device("Tiny", 90, 80)]), "arch")

# a choice must be able to run on each of them, and every reason is told
chosen = t.resolve_together(two, attention="fa3")
assert not chosen.good and chosen.attention.how == "refused" and [f.name for f in chosen.attention.against] == ["fa3 sm"]
assert chosen.attention.against[0].found == "sm=100" and chosen.attention.decided == "flashinfer"
alone = t.resolve_together(two[1:], attention="fa3")
assert alone.good and alone.attention.value == "fa3" and alone == t.resolve(**two[1], attention="fa3")
assert t.resolve_together(two).good and t.resolve_together(two).page.value == 64
assert not t.resolve_together([]).good

# nothing in common; an argument that is none
tiny = [device("Tiny", 90, 80), device("Tiny", 75, 80)]
assert refused(lambda: t.together_attention(tiny), "2 devices have no answer in common")
assert refused(lambda: t.together_attention([device("X", 999, 80)]), "sm: 999 is no value of this input")
