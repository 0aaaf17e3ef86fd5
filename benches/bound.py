#!/usr/bin/env python3
"""Compares the proofs of `assign-layouts` on joins with those of HiGHS: costs, bounds and processor time, in one run.

    pip install highspy
    cargo build --release && benches/bound.py [--layoutc PATH] [--orders N ...] [--ops N] [--choices N ...]

The ops join random earlier values, as in `assign_layouts.py`. A fifth of them has one choice, or two choices of opposite
orders. HiGHS solves an integer program of its own on one thread: one variable for each value and order, or for the
choice of its op, and one for each copy in a further order, which must be there where a use is. The time of layoutc is that of the whole process, with reading the file and checking the certificate;
that of HiGHS is the solve alone. Times are never an error, but different optima are.
"""

import argparse
import itertools
import random
import re
import resource
import subprocess
import tempfile
import time

import highspy

TYPE = "tensor<2x3x4x5xf16>"
# A copy reads and writes each of the elements, of two bytes.
COPY = 2 * 2 * 2 * 3 * 4 * 5
# The second choice of an op costs as much besides.
SECOND = 100


def joins(orders, count):
    """Returns the ops: the operands, and the orders that the first choice reads and defines, or `None` for one order
    everywhere.
    """
    rng = random.Random(orders)
    ops = []
    for op in range(count):
        recent = [-1, *range(max(0, op - 8), op)]
        if rng.random() < 0.2:
            ops.append(([rng.choice(recent)], tuple(rng.sample(range(orders), 2))))
        else:
            ops.append(([rng.choice(recent), rng.choice(recent)], None))
    return ops


def text(ops, orders, choices):
    """Returns the function of the ops, of which some have this many choices. Its argument and result are row-major, which is the first order."""
    known = ["affine_map<(d0, d1, d2, d3) -> (" + ", ".join(f"d{dim}" for dim in order) + ")>"
             for order in itertools.islice(itertools.permutations(range(4)), orders)]
    lines = []
    for op, (operands, choice) in enumerate(ops):
        name = "nn.c" if choice else "nn.s"
        layouts = ["same"]
        if choice:
            first, second = (known[order] for order in choice)
            layouts = [f"({first}) -> {second}", f"({second}) -> {first}, cost = {SECOND}"][:choices]
        layouts = ", ".join(f"#layout.choice<{one}>" for one in layouts)
        names = ", ".join(f"%v{at}" if at >= 0 else "%x" for at in operands)
        types = ", ".join([TYPE] * len(operands))
        lines.append(f'  %v{op} = "{name}"({names}) {{layout.choices = [{layouts}]}} : '
                     f"({types}) -> {TYPE}")
    body = "\n".join(lines)
    return f"func.func @f(%x: {TYPE}) -> {TYPE} {{\n{body}\n  return %v{len(ops) - 1} : {TYPE}\n}}\n"


def program(ops, orders, choices):
    """Returns the integer program of the ops, of which some have this many choices."""
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    model.setOptionValue("threads", 1)
    # A value: whether it is defined in each order; an op that keeps the order: whether it reads in each order.
    defined = {-1: [float(order == 0) for order in range(orders)]}
    read = {}
    for op, (_, choice) in enumerate(ops):
        if choice and choices == 1:
            read[op] = [float(order == choice[0]) for order in range(orders)]
            defined[op] = [float(order == choice[1]) for order in range(orders)]
        elif choice:
            is_second = model.addVariable(lb=0, ub=1, obj=SECOND, type=highspy.HighsVarType.kInteger)
            read[op] = [0.0] * orders
            defined[op] = [0.0] * orders
            read[op][choice[0]] = defined[op][choice[1]] = 1 - is_second
            read[op][choice[1]] = defined[op][choice[0]] = 0 + is_second
        else:
            read[op] = defined[op] = [model.addBinary() for _ in range(orders)]
            model.addConstr(sum(defined[op]) == 1)
    read[len(ops)] = [float(order == 0) for order in range(orders)]
    uses = [(value, user) for user, (operands, _) in enumerate(ops) for value in set(operands)]
    uses.append((len(ops) - 1, len(ops)))
    copies = {}
    for value, user in uses:
        for order in range(orders):
            if isinstance(read[user][order], float) and read[user][order] == 0:
                continue
            if (value, order) not in copies:
                copies[value, order] = model.addVariable(lb=0, ub=1, obj=COPY)
            model.addConstr(copies[value, order] + (defined[value][order] - read[user][order]) >= 0)
    return model


def layoutc(path, source):
    """Returns the cost, the gap and the processor time of layoutc."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(source)
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [path, file.name, "--passes=assign-layouts", "--stats", "--emit=none"]
        stats = subprocess.run(command, check=True, capture_output=True, text=True).stderr
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    number = {name: int(count) for count, name in re.findall(r"(\d+)  assign-layouts \(1\): (.*)", stats)}
    return number["cost (bytes)"], number["gap (bytes)"], after.ru_utime - before.ru_utime


def highs(model):
    """Returns the cost, the bound and the processor time of HiGHS."""
    start = time.process_time()
    model.run()
    info = model.getInfo()
    return info.objective_function_value, info.mip_dual_bound, time.process_time() - start


def main():
    """Prints a line for each number of orders."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layoutc", default="target/release/layoutc")
    parser.add_argument("--orders", type=int, nargs="*", default=[4, 8, 24])
    parser.add_argument("--ops", type=int, default=100)
    parser.add_argument("--choices", type=int, nargs="*", choices=[1, 2], default=[1, 2])
    args = parser.parse_args()
    failed = False
    for choices, orders in itertools.product(args.choices, args.orders):
        ops = joins(orders, args.ops)
        cost, gap, seconds = layoutc(args.layoutc, text(ops, orders, choices))
        least, bound, of_highs = highs(program(ops, orders, choices))
        wrong = gap == 0 and round(least) != cost
        failed |= wrong
        print(f"joins, {choices} choice{'s' * (choices > 1)}, {orders:2} orders: layoutc {cost} bytes, gap {gap}, {seconds:.2f} s; HiGHS {least:.0f} bytes, "
              f"bound {bound:.0f}, {of_highs:.2f} s; ratio {seconds / max(of_highs, 1e-3):.1f}"
              f"{'  DIFFERENT OPTIMA' if wrong else ''}", flush=True)
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
