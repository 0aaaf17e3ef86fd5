#!/usr/bin/env python3
"""Compares layoutc with mlir-opt on the same files: time, memory and start-up.

    cargo build --release && benches/compare.py [--layoutc PATH] [--mlir-opt PATH] [--rounds N] [CLASS ...]

A class of input is one file that this script writes. The first classes are modules of ordinary ops: a chain of
`arith.addi`; `memref.transpose` to a strided memref; an unregistered op with properties and dialect types; a chain whose
values have names instead of numbers; ops with very many operands; a function with very many blocks; and the `.mlir` files
of the repository that both programs accept, concatenated. The other classes contain only attributes and types of one kind.

Each program parses, verifies and prints each file, in turn, so that both see the same state of the machine. The script
prints medians and the goals. Times depend on the machine, so a missed goal is not an error. `--folder` keeps the files and
reads existing ones, so that two builds can be measured on the same files. `--old` measures a second build of layoutc in the
same rounds. `--cpu` measures processor time, for a machine with other load.
"""

import argparse
import multiprocessing
import os
import pathlib
import random
import re
import statistics
import subprocess
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
START_GOAL = 3.0


# Ordinary ops.

HEAD = '"func.func"() <{function_type = (TY) -> (), sym_name = "f"}> ({\n^bb0(%@0: TY):\n'
TAIL = '  "func.return"() : () -> ()\n}) : () -> ()\n'

# The type of the function's argument, and op number N with operand N and result M; `@` is replaced by the name prefix.
OPS = {
    "chain": ("i32", '  %@M = "arith.addi"(%@N, %@0) : (i32, i32) -> i32\n'),
    "transpose": ("memref<2x3x4xf32>",
                  '  %@M = "memref.transpose"(%@0) <{permutation = affine_map<(d0, d1, d2) -> (d2, d0, d1)>}> : '
                  "(memref<2x3x4xf32>) -> memref<4x2x3xf32, strided<[1, 12, 4]>>\n"),
    "foreign": ("!npu.t<[2,3,4], f32>",
                '  %@M = "npu.permute"(%@N) <{align = 64 : i64, name = "opN", order = [2, 0, 1]}> : '
                "(!npu.t<[2,3,4], f32>) -> !npu.t<[2,3,4], f32>\n"),
}


def function(kind, prefix, ops):
    """Yields a function of `ops` ops of a kind. The names of its values are `prefix` and a number."""
    ty, op = OPS[kind]
    op = op.replace("%@0", f"%{prefix}0")
    yield HEAD.replace("TY", ty).replace("@", prefix)
    for number in range(ops):
        yield (op.replace("@M", f"{prefix}{number + 1}").replace("@N", f"{prefix}{number}")
               .replace("opN", f"op{number}"))
    yield TAIL


def operands(ops, length):
    """Yields ops with `length` operands each. After every tenth, an op defines `length / 10` values for the next ones."""
    yield HEAD.replace("TY", "i32").replace("@", "")
    types, last, count = ", ".join(["i32"] * length), 1, length // 10
    yield f'  %1:{count} = "test.first"() : () -> ({", ".join(["i32"] * count)})\n'
    for number in range(ops):
        names = ", ".join(f"%{last}#{(number * 7 + at) % count}" for at in range(length))
        yield f'  "test.use"({names}) : ({types}) -> ()\n'
        if number % 10 == 9:
            last += 1
            yield f'  %{last}:{count} = "test.def"() : () -> ({", ".join(["i32"] * count)})\n'
    yield TAIL


def blocks(count):
    """Yields a function of `count` blocks, each with an argument and a branch to the next two."""
    yield HEAD.replace("TY", "i1").replace("@", "")
    yield f'  "cf.br"(%0)[^bb1] : (i1) -> ()\n'
    for number in range(1, count):
        after = min(number + 2, count)
        yield (f"^bb{number}(%{number}: i1):\n"
               f'  "cf.cond_br"(%{number}, %0, %{number})[^bb{number + 1}, ^bb{after}] '
               "<{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i1, i1) -> ()\n")
    yield f"^bb{count}(%{count}: i1):\n" + TAIL


def output(command, text):
    """Returns the output of a command for a text; `None` if the command fails or warns."""
    done = subprocess.run(command + ["-"], input=text, capture_output=True, text=True, errors="replace")
    return done.stdout if done.returncode == 0 and not done.stderr else None


def files(ours, theirs, least):
    """Yields the repository's files that both programs accept, repeated up to `least` bytes.

    Each file becomes a nested module, without definitions that are valid only for a whole file. Aliases precede all
    modules, with numeric suffixes that make them unique."""
    listed = ["git", "-C", str(REPOSITORY), "ls-files", "examples/*.mlir", "tests/*.mlir"]
    found = subprocess.run(listed, capture_output=True, text=True, check=True).stdout
    aliases, modules = [], []
    for number, name in enumerate(sorted(found.split())):
        text = output(ours, (REPOSITORY / name).read_text(encoding="utf-8", errors="replace"))
        if not text or "{-#" in text or "distinct[" in text:
            continue
        for alias in re.findall(r"^([#!]\w+) = ", text, re.M):
            text = re.sub(rf"{alias}(?![\w.<])", f"{alias}_{number}", text)
        lines = text.splitlines(keepends=True)
        own = "".join(line for line in lines if re.match(r"[#!]\w+ = ", line))
        module = "".join(line for line in lines if not re.match(r"[#!]\w+ = ", line))
        if all(output(program, own + module + module) for program in (ours, theirs)):
            aliases.append(own)
            modules.append(module)
    yield "".join(aliases)
    for _ in range(-(-least // sum(map(len, modules)))):
        yield from modules


# Attributes and types.

def attr_ops(attrs):
    """Yields an op for each attribute."""
    for attr in attrs:
        yield f'"test.op"() {{value = {attr}}} : () -> ()\n'


def hex_attrs(count, size):
    """Yields constants of `size` random bytes in hexadecimal."""
    draw = random.Random(1)
    for elem, width in [("f32", 4), ("i8", 1), ("i64", 8), ("f16", 2)] * (count // 4):
        yield f'dense<"0x{draw.randbytes(size).hex().upper()}"> : tensor<{size // width}x{elem}>'


def dense_attrs(count, rows, columns, elem, number):
    """Yields `dense<[[...], ...]>` of numbers that `number` draws."""
    draw = random.Random(2)
    for _ in range(count):
        lists = (f"[{', '.join(number(draw) for _ in range(columns))}]" for _ in range(rows))
        yield f"dense<[{', '.join(lists)}]> : tensor<{rows}x{columns}x{elem}>"


def lists(count, length, form, number):
    """Yields lists of `length` numbers that `number` draws, in `form`."""
    draw = random.Random(3)
    for _ in range(count):
        yield form % ", ".join(number(draw) for _ in range(length))


def dicts(count, keys, width):
    """Yields dictionaries of `keys` keys, drawn at random from `width` keys."""
    draw = random.Random(4)
    names = [f"{word}_{number}" for number in range(width) for word in [draw.choice(WORDS)]]
    for at in range(count):
        chosen = draw.sample(names, keys)
        yield "{" + ", ".join(f"{name} = {draw.randrange(10**6)} : i32" for name in chosen) + "}"


WORDS = ["padding", "stride", "kernel_shape", "group", "dilations", "auto_pad", "axis", "name"]


def deep(count, depth):
    """Yields nested lists and dictionaries of one element each."""
    for at in range(count):
        yield "[{k = " * (depth // 2) + f"{at} : i32" + "}]" * (depth // 2)


def broad(count, length):
    """Yields lists of short lists and dictionaries, all different."""
    for at in range(count):
        parts = (f"[{at * length + n} : i32, {{a = {n}.5 : f32, b = @s{at}_{n}}}]" for n in range(length))
        yield f"[{', '.join(parts)}]"


def strings(count):
    """Yields short strings, some with escapes."""
    for at in range(count):
        yield f'["layer{at}/conv", "tab\\09 {at}", "a longer text without any escape, number {at}"]'


def types(count):
    """Yields different types, as attributes."""
    for at in range(count):
        yield (f"(tensor<{at}x?x4xf32>, memref<{at}x8xi8, strided<[{at + 8}, 1]>>) -> "
               f"(tuple<vector<{at + 1}xf32>, complex<f64>>, !dialect.type<{at}, [i32]>)")


def integer(draw):
    return str(draw.randrange(-2**31, 2**31))


def small(draw):
    return str(draw.randrange(0, 300))


def decimal(draw):
    return f"{draw.uniform(-4, 4):e}"


def whole(draw):
    return f"{draw.randrange(-512, 512)}.0"


class Class:
    """A class of input: the parts of its file, the least speed relative to mlir-opt, and the most memory per file size."""

    def __init__(self, parts, time_goal, memory_goal):
        self.parts, self.time_goal, self.memory_goal = parts, time_goal, memory_goal


def ordinary(parts, time_goal=3.0):
    return Class(parts, time_goal, 4.0)


def attributes(attrs):
    return Class(lambda _: attr_ops(attrs()), 2.0, 6.0)


CLASSES = {
    **{kind: ordinary(lambda _, kind=kind: function(kind, "", 100_000)) for kind in OPS},
    "named": ordinary(lambda _: function("chain", "value", 100_000)),
    "operands": ordinary(lambda _: operands(200, 5_000), 2.0),
    "blocks": ordinary(lambda _: blocks(60_000), 2.0),
    "files": ordinary(lambda programs: files(*programs, 6_000_000)),
    "hex": attributes(lambda: hex_attrs(64, 1 << 18)),
    "dense-int": attributes(lambda: dense_attrs(4, 500, 500, "i32", integer)),
    "dense-float": attributes(lambda: dense_attrs(2, 500, 500, "f32", decimal)),
    "dense-small": attributes(lambda: dense_attrs(10_000, 4, 8, "i64", integer)),
    "floats-small": attributes(lambda: dense_attrs(15_000, 4, 4, "f32", decimal)),
    "array-i64": attributes(lambda: lists(1, 1_000_000, "array<i64: %s>", integer)),
    "array-f32": attributes(lambda: lists(1, 300_000, "array<f32: %s>", decimal)),
    "arrays-i32": attributes(lambda: lists(80_000, 4, "array<i32: %s>", small)),
    "list": attributes(lambda: lists(4, 100_000, "[%s]", integer)),
    "list-small": attributes(lambda: lists(100_000, 4, "[%s]", small)),
    "list-float": attributes(lambda: lists(60, 10_000, "[%s]", whole)),
    "dict": attributes(lambda: dicts(1, 200_000, 200_000)),
    "dicts": attributes(lambda: dicts(10_000, 30, 1_000)),
    "deep": attributes(lambda: deep(5_000, 200)),
    "broad": attributes(lambda: broad(100, 1_000)),
    "strings": attributes(lambda: strings(50_000)),
    "types": attributes(lambda: types(30_000)),
}


def run(command, cpu):
    """Runs a command. Returns its processor time or wall-clock time in seconds, and its peak memory in bytes."""
    started = time.perf_counter()
    pid = os.posix_spawnp(command[0], command, os.environ,
                          file_actions=[(os.POSIX_SPAWN_OPEN, stream, "/dev/null", os.O_WRONLY, 0) for stream in (1, 2)])
    _, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - started
    if status != 0:
        raise SystemExit(f"{' '.join(command)} failed with status {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime if cpu else seconds, usage.ru_maxrss * 1024


def waiting(command):
    """Returns the memory in bytes of a command that has started and waits for its input.

    For a small process, `wait4` reports at least the memory of this script, which started it. `VmHWM` of `/proc` does
    not include the script."""
    process = subprocess.Popen([*command, "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    time.sleep(0.2)
    with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
        peak = next(line for line in status if line.startswith("VmHWM:"))
    process.communicate(b"")
    return int(peak.split()[1]) * 1024


def measure(commands, rounds, cpu=False):
    """Runs the commands in turn. Returns the median time and memory of each, after a warm-up round."""
    runs = [[run(command, cpu) for command in commands] for _ in range(rounds + 1)][1:]
    return [tuple(statistics.median(column) for column in zip(*of_one)) for of_one in zip(*runs)]


def write(path, parts):
    """Writes the file of a class, unless it exists.

    Another process writes it, because the memory of this one is included in that of the programs that it starts."""
    def fill():
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(parts)
    if not path.exists():
        writer = multiprocessing.get_context("fork").Process(target=fill)
        writer.start()
        writer.join()
        if writer.exitcode != 0:
            raise SystemExit(f"{path} cannot be written")


def mark(good):
    return "" if good else " *"


def row(name, size, figures, bases, goals):
    """Returns a line of the table. The first figures are those of layoutc, the last ones those of mlir-opt."""
    times, peaks = zip(*figures)
    above = [(peak - base) / size for peak, base in zip(peaks, bases)]
    ratio = times[-1] / times[0]
    cells = [f"{name:12} {size / 1e6:6.1f}"]
    cells += [f"{seconds:8.3f}" for seconds in times]
    cells.append(f"{ratio:7.1f}{mark(ratio >= goals.time_goal):2}")
    cells += [f"{share:6.1f}" for share in above[1:]]
    cells.append(f"{above[0]:6.1f}{mark(above[0] <= goals.memory_goal)}")
    return " ".join(cells)


def table(args, programs, folder):
    """Measures each class and prints its line."""
    bases = [waiting(program) for program in programs]
    names = ["layoutc"] + ["old"] * (len(programs) - 2) + ["mlir-opt"]
    seconds = " ".join(f"{name:>8}" for name in names)
    memory = " ".join(f"{name[:6]:>6}" for name in names[1:])
    print(f"medians of {args.rounds} rounds; `*` marks a missed goal: at least 3 times as fast for modules of ordinary")
    print("ops, 2 times for all else; at most 4 times the file in memory for ops, 6 times for attributes alone")
    print(f"{'class':12} {'MB':>6} {seconds} {'faster':>7}   {memory} layoutc: memory above the process, in files")
    for name, goals in CLASSES.items():
        if args.classes and name not in args.classes:
            continue
        path = pathlib.Path(folder, f"{name}.mlir")
        write(path, goals.parts((programs[0], programs[-1])))
        figures = measure([[*program, str(path)] for program in programs], args.rounds, args.cpu)
        print(row(name, path.stat().st_size, figures, bases, goals), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    target = os.environ.get("CARGO_TARGET_DIR", str(REPOSITORY / "target"))
    parser.add_argument("--layoutc", default=os.path.join(target, "release", "layoutc"))
    parser.add_argument("--old", help="another build of layoutc to measure in the same rounds")
    parser.add_argument("--mlir-opt", default="mlir-opt-19")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cpu", action="store_true", help="measure processor time, with one thread in mlir-opt")
    parser.add_argument("--folder", help="keep the files in this folder, and read existing ones")
    parser.add_argument("classes", nargs="*", metavar="CLASS", help=f"of {', '.join(CLASSES)}")
    args = parser.parse_args()
    builds = [args.layoutc] + [args.old] * bool(args.old)
    programs = [[build, "--allow-unregistered-dialect", "--emit=generic"] for build in builds]
    programs.append([args.mlir_opt, "--allow-unregistered-dialect", "--mlir-print-op-generic"])
    programs[-1] += ["--mlir-disable-threading"] * args.cpu
    with tempfile.TemporaryDirectory() as folder:
        if args.folder:
            os.makedirs(args.folder, exist_ok=True)
        table(args, programs, args.folder or folder)
    version = [[args.layoutc, "--version"], [args.mlir_opt, "--version"]]
    (t1, _), (t2, _) = measure(version, max(args.rounds, 20))
    print(f"start-up (--version): layoutc {t1 * 1e3:.2f} ms{mark(t1 * 1e3 <= START_GOAL)}, mlir-opt {t2 * 1e3:.2f} ms"
          f" (at most {START_GOAL:.0f} ms)")


if __name__ == "__main__":
    main()
