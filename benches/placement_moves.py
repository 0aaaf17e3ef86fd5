#!/usr/bin/env python3
"""Conversions between placements of Triton: what layoutc plans for them, beside what Triton emits.

    cargo build --release && benches/placement_moves.py [LAYOUTC]

The conversions are those of tests/vectors/placements.json, with the counts of instructions in Triton's code for NVIDIA GPUs.
The program needs only the driver, by default target/release/layoutc.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = ("st_shared", "ld_shared", "stmatrix", "ldmatrix")


def planned(layoutc, folder, vector):
    """Returns layoutc's moves of a conversion, with the plan."""
    shape = ",".join(map(str, vector["shape"]))
    lines = [
        f'layout.notation @{name} "triton:{vector[end]}[{shape}]:{vector["elem"]}"\n'
        for name, end in (("a", "source"), ("b", "target"))
    ]
    path = Path(folder) / "conversion.mlir"
    path.write_text("".join(lines))
    run = [layoutc, "eval", path, "--moves=@a,@b", "--plan"]
    return json.loads(subprocess.run(run, check=True, capture_output=True, text=True).stdout)


def main():
    layoutc = sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/layoutc"
    vectors = json.loads((ROOT / "tests/vectors/placements.json").read_text())["conversions"]
    uses = {}
    print("| conversion | class | layoutc | Triton |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for vector in vectors:
            moves = planned(layoutc, folder, vector)
            plan, peer = moves["plan"], vector["peer"]
            own = {
                "registers": lambda: "registers",
                "shuffles": lambda: f'{plan["rounds"]} shuffles',
                "shared": lambda: f'{plan["stores"]["count"]} stores, {plan["loads"]["count"]} loads, '
                f'{plan["stores"]["conflicts"] + plan["loads"]["conflicts"]} conflicts',
            }[plan["how"]]()
            count = sum(peer[key] for key in SHARED)
            other = {"shuffle": f'{peer["shuffles"]} shuffles', "shared": f'{count} accesses, {peer["barriers"]} barriers'}
            print(f'| `{vector["id"]}` | {moves["class"]} | {own} | {other.get(vector["peer_uses"], "registers")} |')
            pair = (moves["class"], vector["peer_uses"])
            uses[pair] = uses.get(pair, 0) + 1
    for (kind, use), count in sorted(uses.items()):
        print(f"{count} of class {kind}: Triton uses {use}")


if __name__ == "__main__":
    main()
