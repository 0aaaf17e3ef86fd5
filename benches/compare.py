#!/usr/bin/env python3
"""Measures layoutc beside mlir-opt on the same files: time, memory and start-up.

    cargo build --release && benches/compare.py [--layoutc PATH] [--mlir-opt PATH] [--ops N] [--rounds N] [--names]

Three files are written: a chain of `arith.addi`, `memref.transpose` to a strided memref, and an op that nobody
registers with properties and dialect types; all in generic form, with values numbered as mlir-opt numbers them, or named with
`--names`. Each program parses, verifies and prints each
of them, in turn, so that both see the same state of the machine. Medians are printed with the goals; nothing
fails, as times are facts of the machine.
"""

import argparse
import os
import statistics
import subprocess
import tempfile
import time

HEAD = '"func.func"() <{function_type = (TY) -> (), sym_name = "f"}> ({\n^bb0(%@0: TY):\n'
TAIL = '  "func.return"() : () -> ()\n}) : () -> ()\n'

# The type of the function's argument, and op number N with its operand N and result M; `@` starts a name.
KINDS = {
    "chain": ("i32", '  %@M = "arith.addi"(%@N, %@0) : (i32, i32) -> i32\n'),
    "transpose": ("memref<2x3x4xf32>",
                  '  %@M = "memref.transpose"(%@0) <{permutation = affine_map<(d0, d1, d2) -> (d2, d0, d1)>}> : '
                  "(memref<2x3x4xf32>) -> memref<4x2x3xf32, strided<[1, 12, 4]>>\n"),
    "foreign": ("!layout.t<[2,3,4], f32>",
                '  %@M = "layout.permute"(%@N) <{align = 64 : i64, name = "opN", order = [2, 0, 1]}> : '
                "(!layout.t<[2,3,4], f32>) -> !layout.t<[2,3,4], f32>\n"),
}

TIME_GOAL, MEMORY_GOAL, START_GOAL = 3.0, 4.0, 3.0


def write(folder, name, ops, prefix):
    """Writes the file of a kind and returns its path."""
    ty, op = KINDS[name]
    path = os.path.join(folder, f"{name}.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEAD.replace("TY", ty).replace("@", prefix))
        op = op.replace("%@0", f"%{prefix}0")
        for number in range(ops):
            file.write(op.replace("@M", f"{prefix}{number + 1}").replace("@N", f"{prefix}{number}")
                       .replace("opN", f"op{number}"))
        file.write(TAIL)
    return path


def run(command):
    """Runs a command; seconds and the peak of its memory in bytes."""
    started = time.perf_counter()
    pid = os.posix_spawnp(command[0], command, os.environ,
                          file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - started
    if status != 0:
        raise SystemExit(f"{' '.join(command)} failed with status {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_maxrss * 1024


def waiting(command):
    """The memory in bytes of a command that has started and waits for its input.

    What `wait4` tells of a small process is no less than the memory of the process that started it, this
    script; the kernel's own count of the started program is not."""
    process = subprocess.Popen([*command, "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    time.sleep(0.2)
    with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
        peak = next(line for line in status if line.startswith("VmHWM:"))
    process.communicate(b"")
    return int(peak.split()[1]) * 1024


def measure(commands, rounds):
    """Runs the commands in turn; the median time and memory of each, after a round that does not count."""
    runs = [[run(command) for command in commands] for _ in range(rounds + 1)][1:]
    return [tuple(statistics.median(column) for column in zip(*of_one)) for of_one in zip(*runs)]


def verdict(good):
    return "goal met" if good else "GOAL MISSED"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(os.path.dirname(__file__), "..", "target"))
    parser.add_argument("--layoutc", default=os.path.join(target, "release", "layoutc"))
    parser.add_argument("--mlir-opt", default="mlir-opt-19")
    parser.add_argument("--ops", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--names", action="store_true", help="name values instead of numbering them")
    args = parser.parse_args()
    ours = [args.layoutc, "--allow-unregistered-dialect", "--emit=generic"]
    theirs = [args.mlir_opt, "--allow-unregistered-dialect", "--mlir-print-op-generic"]
    with tempfile.TemporaryDirectory() as folder:
        our_base, their_base = waiting(ours), waiting(theirs)
        print(f"{args.ops} ops, medians of {args.rounds} rounds")
        for name in KINDS:
            path = write(folder, name, args.ops, "v" if args.names else "")
            size = os.path.getsize(path)
            (t1, m1), (t2, m2) = measure([ours + [path], theirs + [path]], args.rounds)
            ratio, times, their_times = t2 / t1, (m1 - our_base) / size, (m2 - their_base) / size
            print(f"{name:9} {size / 1e6:5.1f} MB   layoutc {t1:.3f} s, mlir-opt {t2:.3f} s: {ratio:.1f} times as fast"
                  f" (at least {TIME_GOAL:.0f}: {verdict(ratio >= TIME_GOAL)})")
            print(f"{'':20} peak {m1 / 1e6:.0f} MB and {m2 / 1e6:.0f} MB; above the process {times:.1f} and"
                  f" {their_times:.1f} times the file (at most {MEMORY_GOAL:.0f}: {verdict(times <= MEMORY_GOAL)})")
    version = [[args.layoutc, "--version"], [args.mlir_opt, "--version"]]
    (t1, _), (t2, _) = measure(version, max(args.rounds, 20))
    print(f"start-up (--version): layoutc {t1 * 1e3:.2f} ms, mlir-opt {t2 * 1e3:.2f} ms"
          f" (at most {START_GOAL:.0f} ms: {verdict(t1 * 1e3 <= START_GOAL)})")


if __name__ == "__main__":
    main()
