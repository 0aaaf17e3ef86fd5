#!/usr/bin/env python3
"""Measures the cost of addressing functions, compared with other compilers and with hand-written code.

    cargo build --release && benches/index_cost.py [--layoutc PATH] [--vulkan-live PATH] [--vectors PATH] [--quick]

The layouts are those of `benches/index_cost`: 75 index maps (formats, orders, strides, descriptors, reorders), and chains
of transforms from kernels of CK Tile. The first table has three measures of each map: operations, weight (a multiplication
3, a division 20), and issue slots of an RDNA2 GPU, each for the result of `simplify-index` with that cost model. Slots are
counted in the machine code of Mesa's driver, which needs no GPU; `cargo build --release -p layoutc-vulkan-live` builds the
program that calls the driver.

The peers of this run are LLVM and MLIR, in the newest version that is installed (`opt-N`, or `clang-N`, and `mlir-opt-N`),
and Mesa's driver alone, which compiles the plain code without `simplify-index`. The column `best` also has the best results
of all peers and of hand-written code from `tests/vectors/index_cost.json`. A map whose cost exceeds that of the best peer is
named. The two addresses of an index in a reorder are one function.

The second table has 43 more maps of `benches/index_cost/more.mlir`, with the operations on 64 bits, and the vector
instructions that clang writes for gfx1030 and the instructions for x86-64, from the simplified function and from the plain
one. The third table has the inverses, vectors and steps of the maps, next to the plain function of the same layout. The
fourth table has the chains, as code of CK Tile's headers, which divide by multiplication, and as plain code; the fifth has
those of `tests/vectors/ck_descriptors.json`, at which CK Tile itself was queried. At last, the script prints the time of
the pass per function, and for 10,000 different functions in one process. Times depend on the machine, so they are never
an error; `crates/layoutc/tests/integration/index_cost.rs` tests the counts.
"""

import argparse
import collections
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LOWER = "resolve-strides,lower-addressing"
COSTS = ("ops", "weight", "slots")
CLASSES = {"trt": "tensorrt", "perm": "permute", "vk": "strided", "row": "strided", "ck": "ck", "reorder": "reorder"}
# Ops that are free on every machine.
FREE = {"constant", "index_cast", "index_castui", "thread_id", "block_id", "global_id", "insertvalue", "ret"}
MULTIPLICATIONS = {"mul", "muli", "mului_extended"}
CONVERSIONS = {"extui", "extsi", "trunci", "zext", "sext", "trunc"}
DIVISIONS = {"divui", "remui", "divsi", "remsi", "udiv", "urem", "sdiv", "srem"}

# An operation: the names and types of its results, its own name, its operands, and its constant or predicate.
Op = collections.namedtuple("Op", "results types name operands number")


class Function:
    """An addressing function: its ops, the values that it returns, and the length of each dim of the index."""

    def __init__(self, name, lengths, ops, returns, params=None):
        self.name, self.lengths, self.ops, self.returns = name, lengths, ops, returns
        self.params = params or ["i32"] * len(lengths)

    def types(self):
        known = {f"%d{dim}": ty for dim, ty in enumerate(self.params)}
        known.update((name, op.types[at]) for op in self.ops for at, name in enumerate(op.results))
        return known

    def text(self):
        """Returns the function in IR syntax."""
        types = self.types()
        params = ", ".join(f"%d{dim}: {ty}" for dim, ty in enumerate(self.params))
        results = ", ".join(types[name] for name in self.returns)
        lengths = ", ".join(map(str, self.lengths))
        address = f'{{lengths = array<i64: {lengths}>, of = @none, unit = "element"}}'
        lines = [f"func.func @{self.name}({params}) -> ({results}) attributes {{layout.address = {address}}} {{"]
        lines += [op_text(op, types) for op in self.ops]
        lines += [f"  return {', '.join(self.returns)} : {results}", "}"]
        return "\n".join(lines) + "\n"

    def cost(self):
        types = self.types()
        return cost((op.name, self.width(op, types)) for op in self.ops)

    def wide(self):
        """Returns the number of operations on 64 bits, without conversions."""
        types = self.types()
        ops = [op for op in self.ops if op.name not in FREE | CONVERSIONS]
        return sum(self.width(op, types) == "i64" for op in ops)

    @staticmethod
    def width(op, types):
        return types[op.operands[-1]] if op.operands else op.types[0]


def op_text(op, types):
    """Returns an op in generic form."""
    key = {"constant": "value", "cmpi": "predicate"}.get(op.name)
    number_type = op.types[0] if op.name == "constant" else "i64"
    number = f"{op.number} : {number_type}" if number_type != "i1" else ("true" if op.number else "false")
    properties = f" <{{{key} = {number}}}>" if key else ""
    result = op.results[0].split("#")[0] + (f":{len(op.results)}" if len(op.results) > 1 else "")
    takes, gives = ", ".join(types[name] for name in op.operands), ", ".join(op.types)
    return f'  {result} = "arith.{op.name}"({", ".join(op.operands)}){properties} : ({takes}) -> ({gives})'


def weight(name, width):
    if name in DIVISIONS:
        return 20
    return (12 if width == "i64" else 3) if name in MULTIPLICATIONS else 1


def cost(ops):
    """Returns the number of operations and the weight of ops, each a name and a width."""
    ops = [op for op in ops if op[0] not in FREE]
    return len(ops), sum(weight(*op) for op in ops)


PARAMS = re.compile(r"function_type = \(([^)]*)\)|func\.func @\w+\(([^)]*)\)")
NAME = re.compile(r'func\.func @(\w+)\(|sym_name = "(\w+)"')
LENGTHS = re.compile(r"lengths = array<i64: ([\d, ]+)>")
OFFSETS = re.compile(r"offsets = array<i64: (-?\d+), (-?\d+)>")
LINE = re.compile(r'(%\w+)(?::(\d+))? = "(?:arith|gpu)\.(\w+)"\(([^)]*)\)(?: <\{(.*)\}>)? : \(.*?\) -> (.*)')
RETURN = re.compile(r'(?:return|"func\.return"\() ?(%[^:)]*)')


def parse_op(match):
    """Returns the op of a line in generic form."""
    count = int(match[2] or 1)
    results = [match[1]] if count == 1 else [f"{match[1]}#{at}" for at in range(count)]
    types = match[6].strip("()").split(", ")
    number = re.search(r"(?:value|predicate) = (-?\w+)", match[5] or "")
    number = {"true": 1, "false": 0}.get(number[1], number[1]) if number else match[5]
    number = int(number) if re.fullmatch(r"-?\d+", str(number)) else number
    operands = [operand for operand in match[4].split(", ") if operand]
    return Op(results, types, match[3], operands, number)


def input_lengths(lengths, attributes):
    """Returns the length of each argument of a function of an index with these lengths, which may be one of a slot, or of
    an index and its offset."""
    offsets = OFFSETS.search(attributes)
    if not offsets:
        return lengths
    least, most = map(int, offsets.groups())
    # A negative offset is its two's complement.
    end = most + 1 if least >= 0 else 1 << 32
    return [end] if 'form = "inverse"' in attributes else lengths + [end]


def parse(text):
    """Parses the functions of a module that layoutc or mlir-opt printed, with the ops in generic form.

    layoutc prints the attributes of a function after its body, mlir-opt before it. mlir-opt numbers the arguments of all
    functions together; here those of each function count from 0. A slot or an offset has the name of a dim."""
    found, ops, returns, header, names = [], [], None, "", {}
    for line in map(str.strip, text.splitlines()):
        line = re.sub(r"%\w+", lambda match: names.get(match[0], match[0]), line)
        if "func.func" in line:
            ops, returns, header, names = [], None, line, {}
        elif line.startswith("^bb0("):
            arguments = enumerate(re.findall(r"(%\w+):", line))
            names = {name: f"%arg{at}" if name.startswith("%arg") else f"%d{at}" for at, name in arguments}
        elif match := LINE.match(line):
            ops.append(parse_op(match))
        elif match := RETURN.match(line):
            returns = match[1].strip().split(", ")
        elif returns and line.startswith("}"):
            name, lengths = NAME.search(header + line), LENGTHS.search(header + line)
            lengths = [int(length) for length in lengths[1].split(",")] if lengths else []
            lengths = input_lengths(lengths, header + line)
            params = PARAMS.search(header + line)
            params = [ty.split()[-1] for ty in re.split(", ", params[1] or params[2] or "") if ty] if params else None
            found.append(Function(name[1] or name[2], lengths, ops, returns, params))
            returns = None
    return found


def joined(name, first, second):
    """Returns one function with the results of two functions of the same index."""
    def other(operand):
        return operand if operand.startswith("%d") else "%b" + operand[1:]

    ops = [op._replace(results=[*map(other, op.results)], operands=[*map(other, op.operands)]) for op in second.ops]
    returns = first.returns + [*map(other, second.returns)]
    return Function(name, first.lengths, first.ops + ops, returns, first.params)


def offset_only(function):
    """Returns a function without its predicate and the ops that only the predicate uses."""
    live, ops = {function.returns[0]}, []
    for op in reversed(function.ops):
        if live.intersection(op.results):
            live.update(op.operands)
            ops.append(op)
    return Function(function.name, function.lengths, ops[::-1], function.returns[:1], function.params)


def run(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)[:200]} failed with status {done.returncode}:\n{done.stderr[:2000]}")
    return done


class Layoutc:
    """The compiler to measure."""

    def __init__(self, program, vulkan_live, folder):
        self.program, self.vulkan_live, self.folder = program, vulkan_live, folder

    def lowered(self, file):
        return parse(run([self.program, file, f"--passes={LOWER}", "--emit=generic"]).stdout)

    def write(self, functions):
        path = os.path.join(self.folder, "functions.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(function.text() for function in functions)
        return path

    def simplified(self, functions, measure):
        passes = f"--passes=simplify-index{{cost={measure}}}"
        return parse(run([self.program, self.write(functions), passes, "--emit=generic"]).stdout)

    def seconds(self, function, copies):
        """Returns the time of the pass per copy, for many copies of a function, in seconds."""
        copied = [
            Function(f"f{at}", function.lengths, function.ops, function.returns, function.params) for at in range(copies)
        ]
        return self.seconds_of(copied) / copies

    def seconds_of(self, functions):
        """Returns the time of the pass for functions, in seconds."""
        command = [self.program, self.write(functions), "--passes=simplify-index", "--emit=none", "--timing"]
        return float(re.search(r"([\d.]+) +pass simplify-index", run(command).stderr)[1]) / 1e6

    def slots(self, functions):
        """Returns the issue slots by name; empty without the driver. The xor that combines two offsets is not counted."""
        # The driver's program counts functions of 32 bits.
        functions = [function for function in functions if "i64" not in function.types().values()]
        single = [self.mixed(function) if self.two(function) else function for function in functions]
        library = os.path.join(self.folder, "functions.spv")
        run([self.program, self.write(single), "--passes=", "--emit=spirv", "-o", library])
        done = subprocess.run([self.vulkan_live, "--isa", library], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(f"no slots: {done.stderr.strip()}")
            return {}
        rows = {row["name"]: row["slots"] for row in map(json.loads, done.stdout.splitlines()) if "name" in row}
        return {function.name: rows[function.name] - self.two(function) for function in functions}

    @staticmethod
    def two(function):
        return int(len(function.returns) > 1 and function.types()[function.returns[1]] == "i32")

    @staticmethod
    def mixed(function):
        op = Op(["%mixed"], ["i32"], "xori", function.returns, None)
        return Function(function.name, function.lengths, function.ops + [op], ["%mixed"], function.params)


LLVM = {
    **{"addi": "add", "subi": "sub", "muli": "mul", "divui": "udiv", "remui": "urem", "divsi": "sdiv", "remsi": "srem"},
    **{"shli": "shl", "shrui": "lshr", "shrsi": "ashr", "andi": "and", "ori": "or", "xori": "xor"},
    **{"extui": "zext", "extsi": "sext", "trunci": "trunc"},
}
INTRINSICS = {"minui": "umin", "maxui": "umax", "minsi": "smin", "maxsi": "smax"}
PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]


def llvm(function, ranges):
    """Returns the function as LLVM IR; with `ranges`, its arguments have the ranges of the dims."""
    types, values = function.types(), {}
    typed = list(zip(function.params, function.lengths))
    bounds = [f"range({ty} 0, {length}) " if ranges and length >> int(ty[1:]) == 0 else "" for ty, length in typed]
    params = ", ".join(f"{ty} noundef {bounds[dim]}%d{dim}" for dim, (ty, _) in enumerate(typed))
    lines = []
    for op in function.ops:
        name, (ty, *_), operands = op.results[0], op.types, [values.get(operand, operand) for operand in op.operands]
        of = types[op.operands[-1]] if op.operands else ty
        if op.name == "constant":
            values[name] = str(op.number)
        elif op.name in ("extui", "extsi", "trunci"):
            lines.append(f"{name} = {LLVM[op.name]} {of} {operands[0]} to {ty}")
        elif op.name == "mului_extended":
            low, high, bits = *op.results, int(ty[1:])
            wide, at = f"i{2 * bits}", op.results[0].split("#")[0]
            lines += [f"{at}_{place} = zext {ty} {operand} to {wide}" for place, operand in zip("ab", operands)]
            lines += [f"{at}_p = mul {wide} {at}_a, {at}_b", f"{at}_h = lshr {wide} {at}_p, {bits}"]
            lines += [f"{at}_low = trunc {wide} {at}_p to {ty}", f"{at}_high = trunc {wide} {at}_h to {ty}"]
            values.update({low: f"{at}_low", high: f"{at}_high"})
        elif op.name == "cmpi":
            lines.append(f"{name} = icmp {PREDICATES[op.number]} {of} {', '.join(operands)}")
        elif op.name == "select":
            lines.append(f"{name} = select i1 {operands[0]}, {ty} {operands[1]}, {ty} {operands[2]}")
        elif op.name in INTRINSICS:
            lines.append(f"{name} = call {ty} @llvm.{INTRINSICS[op.name]}.{ty}({ty} {operands[0]}, {ty} {operands[1]})")
        else:
            lines.append(f"{name} = {LLVM[op.name]} {ty} {', '.join(operands)}")
    result = "{ " + ", ".join(types[name] for name in function.returns) + " }"
    whole = "poison"
    for at, name in enumerate(function.returns):
        lines.append(f"%out{at} = insertvalue {result} {whole}, {types[name]} {values.get(name, name)}, {at}")
        whole = f"%out{at}"
    # LLVM requires numeric names to be in order.
    body = re.sub("%([0-9])", r"%v\1", "".join(f"  {line}\n" for line in lines))
    return f"define {result} @{function.name}({params}) {{\n{body}  ret {result} {whole}\n}}\n"


# The name of an operation of LLVM, and the type of its operands.
OPERATION = (
    r"^  %[\w.]+ = (?:tail )?(\w+)(?: nuw| nsw| nneg| samesign| disjoint| exact| range\(.*?\))*"
    r"(?: eq| ne| [us][lg][te])?(?: noundef)? (i\d+)?"
)


def newest(program):
    """Returns the newest installed version of a program of LLVM, as its name and its number; `None` without one."""
    versions = (version for version in range(30, 14, -1) if shutil.which(f"{program}-{version}"))
    version = next(versions, None)
    return version and (f"{program}-{version}", version)


def optimizer():
    """Returns the command of LLVM's optimizer, which reads IR from standard input; `None` without LLVM."""
    if found := newest("opt"):
        return [found[0], "-S", "-O3", "--vectorize-slp=false"]
    if found := newest("clang"):
        return [found[0], "-O3", "-fno-slp-vectorize", "-S", "-emit-llvm", "-x", "ir", "-", "-o", "-"]
    return None


def llvm_costs(functions, ranges):
    """Returns the operations and weight of functions after LLVM's optimizer, by name."""
    text = "".join(llvm(function, ranges) for function in functions)
    text = run(optimizer(), text).stdout
    found = {}
    for name, body in re.findall(r"define .*?@(\w+)\(.*?\{\n(.*?)^\}", text, re.M | re.S):
        ops = re.findall(OPERATION, body, re.M)
        found[name] = cost(ops)
    return found


# The targets of clang, with the pattern of the instructions that count: vector instructions of a GPU; all of a CPU but
# moves and returns.
MACHINES = {
    "gfx1030": (["--target=amdgcn-amd-amdhsa", "-mcpu=gfx1030", "-nogpulib"], r"^\tv_(?!mov)\w+"),
    "x86": (["--target=x86_64-linux-gnu"], r"^\t(?!mov|ret|push|pop|\.)\w+"),
}


def instructions(functions, machine):
    """Returns the number of instructions that clang writes for a machine, by function name; empty without clang."""
    found = newest("clang")
    if not found:
        return {}
    args, pattern = MACHINES[machine]
    text = "".join(llvm(function, True) for function in functions)
    text = run([found[0], "-O3", "-fno-slp-vectorize", *args, "-S", "-x", "ir", "-", "-o", "-"], text).stdout
    bodies = re.findall(r"^(\w+):(.*?)^\.Lfunc_end", text, re.M | re.S)
    return {name: len(re.findall(pattern, body, re.M)) for name, body in bodies}


IDS = [f"{kind} {axis}" for kind in ("thread_id", "block_id", "global_id") for axis in "xyz"]


# The end of GPU ids.
ID_END = 1 << 32


def mlir(functions, program, version):
    """Returns functions after `mlir-opt`. The upper bounds of GPU ids represent the lengths of the dims.

    A longer dim is an argument, because MLIR assumes that every GPU id is below 2^32."""
    text = ""
    for function in functions:
        types = function.types()
        results = ", ".join(types[name] for name in function.returns)
        arguments = ", ".join(f"%d{dim}: {function.params[dim]}" for dim in long_dims(function))
        text += f"func.func @{function.name}({arguments}) -> ({results}) {{\n"
        for dim, length in enumerate(function.lengths):
            if length > ID_END:
                continue
            # Versions before 20 have no upper bounds.
            bound = f" upper_bound {length}" if version >= 20 else ""
            text += f"  %i{dim} = gpu.{IDS[dim]}{bound}\n"
            text += f"  %d{dim} = arith.index_castui %i{dim} : index to {function.params[dim]}\n"
        text += "".join(op_text(op, types) + "\n" for op in function.ops)
        text += f"  return {', '.join(function.returns)} : {results}\n}}\n"
    once = ["--canonicalize", "--cse", "--int-range-optimizations", "--arith-unsigned-when-equivalent"]
    options = 3 * once + ["--canonicalize", "--cse", "--mlir-print-op-generic"]
    return [with_arguments(new, old) for new, old in zip(parse(run([program, *options], text).stdout), functions)]


def long_dims(function):
    return [dim for dim, length in enumerate(function.lengths) if length > ID_END]


def with_arguments(function, old):
    """Returns the function with its GPU ids replaced by arguments."""
    names, ops = {f"%arg{at}": f"%d{dim}" for at, dim in enumerate(long_dims(old))}, []
    for op in function.ops:
        operands = [names.get(operand, operand) for operand in op.operands]
        if op.name.endswith("_id"):
            axis = re.search(r"dim (\w)>", op.number)[1]
            names[op.results[0]] = f"%d{IDS.index(f'{op.name} {axis}')}"
        elif op.name.startswith("index_cast"):
            names[op.results[0]] = operands[0]
        else:
            ops.append(op._replace(operands=operands))
    returns = [names.get(name, name) for name in function.returns]
    return Function(old.name, old.lengths, ops, returns, old.params)


class CkDivision:
    """A function with the divisions of CK Tile's headers: digit by digit, by products of 64 bits."""

    def __init__(self, function):
        self.ops, self.names, self.quotients = [], {}, {}
        # For each value, its divisors and their quotients.
        self.divided = collections.defaultdict(dict)
        self.numbers = {op.results[0]: op.number for op in function.ops if op.name == "constant"}
        # Arguments are divided by the smallest divisors first, so that larger ones continue from their quotients.
        divisions = [op for op in function.ops if op.name in ("divui", "remui")]
        first = [op for op in divisions if op.operands[0].startswith("%d")]
        for op in sorted(first, key=lambda op: self.numbers[op.operands[1]]):
            self.quotient(op.results[0], op.operands[0], self.numbers[op.operands[1]])
        for op in function.ops:
            self.rewrite(op)

    def add(self, name, ty, operation, *operands, number=None):
        self.ops.append(Op([name], [ty], operation, list(operands), number))
        return name

    def quotient(self, result, value, length):
        """Returns a value divided by a length. New names end with the digits of the result."""
        if (value, length) in self.quotients:
            return self.quotients[value, length]
        inner = max((divisor for divisor in self.divided[value] if length % divisor == 0), default=1)
        if inner > 1:
            return self.quotient(result, self.divided[value][inner], length // inner)
        end, shift = result[1:], (length - 1).bit_length()
        factor = (1 << 32) * ((1 << shift) - length) // length + 1
        factor = self.add(f"%m{end}", "i64", "constant", number=factor)
        half = self.add(f"%h{end}", "i64", "constant", number=32)
        wide = self.add(f"%z{end}", "i64", "extui", value)
        product = self.add(f"%p{end}", "i64", "muli", wide, factor)
        high = self.add(f"%s{end}", "i64", "shrui", product, half)
        high = self.add(f"%t{end}", "i32", "trunci", high)
        total = self.add(f"%a{end}", "i32", "addi", high, value)
        shift = self.add(f"%c{end}", "i32", "constant", number=shift)
        found = self.add(f"%q{end}", "i32", "shrui", total, shift)
        self.quotients[value, length] = self.divided[value][length] = found
        return found

    def rewrite(self, op):
        operands = [self.names.get(operand, operand) for operand in op.operands]
        if op.name not in ("divui", "remui"):
            self.ops.append(op._replace(operands=operands))
            return
        result = op.results[0]
        found = self.quotient(result, operands[0], self.numbers[operands[1]])
        if op.name == "remui":
            product = self.add(f"%w{result[1:]}", "i32", "muli", found, operands[1])
            found = self.add(f"%r{result[1:]}", "i32", "subi", operands[0], product)
        self.names[result] = found


def as_in_ck(function):
    """Returns the function with CK Tile's divisions."""
    new = CkDivision(function)
    # A constant may be defined after the first division by it.
    ops = sorted(new.ops, key=lambda op: op.name != "constant")
    returns = [new.names.get(name, name) for name in function.returns]
    return Function(function.name, function.lengths, ops, returns, function.params)


def least(tables):
    """Returns the least number of operations and the least weight by name."""
    names = tables[0] if tables else {}
    return {name: tuple(min(table[name][at] for table in tables) for at in range(2)) for name in names}


def costs(functions):
    return {function.name: function.cost() for function in functions}


def peers(functions):
    """Returns the costs of functions after other compilers, by route. Routes with missing tools are left out."""
    found, opt, mlir_opt = {}, optimizer(), newest("mlir-opt")
    if opt:
        found[f"llvm ({opt[0]})"] = least([llvm_costs(functions, ranges) for ranges in (True, False)])
    # MLIR's ids of a GPU have three axes of three kinds.
    if mlir_opt and all(len(function.lengths) <= len(IDS) for function in functions):
        left = mlir(functions, *mlir_opt)
        found[f"mlir ({mlir_opt[0]})"] = costs(left)
        if opt:
            found["mlir, llvm"] = llvm_costs(left, True)
    return found


def single_maps(layoutc):
    """Returns the functions of the maps, two for a reorder of which both sides have a layout."""
    return layoutc.lowered(os.path.join(HERE, "index_cost", "maps.mlir"))


def maps(layoutc):
    """Returns the functions of the maps; the two functions of a reorder are joined."""
    functions = {function.name: function for function in single_maps(layoutc)}
    for name in [name for name in functions if name.endswith("_from")]:
        whole = name.removesuffix("_from")
        functions[whole] = joined(whole, functions.pop(name), functions.pop(f"{whole}_to"))
    return list(functions.values())


def known(path):
    """Returns the results of earlier runs: by name and measure, those of the best peer and of hand-written code."""
    if not os.path.exists(path):
        print(f"no results of earlier runs: {path} does not exist")
        return {}
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)
    routes = ("mlir_best", "llvm_best", "mlir_then_llvm_best")
    return {
        row["name"]: {
            "ops": (row["peer_min"], row["hand_min"]),
            "weight": (row["weighted"]["peer_min"], row["weighted"]["hand"]),
            "slots": (min(row["rdna2_valu"][route][1] for route in routes), row["rdna2_valu"]["hand"][1]),
        }
        for row in rows
    }


def measured_maps(layoutc, functions, earlier):
    """Returns for each map and measure: layoutc, best peer of this run, best of all, by hand; `None` if unknown."""
    run_peers = peers(functions)
    best = least(list(run_peers.values()))
    ours = {measure: layoutc.simplified(functions, measure) for measure in COSTS}
    counts = {measure: {it.name: it.cost()[at] for it in ours[measure]} for at, measure in enumerate(COSTS[:2])}
    counts["slots"] = layoutc.slots(ours["slots"]) if layoutc.vulkan_live else {}
    plain = layoutc.slots(functions) if layoutc.vulkan_live else {}
    rows = {}
    for function in functions:
        name = function.name
        for at, measure in enumerate(COSTS):
            now = plain.get(name) if at == 2 else best.get(name, (None, None))[at]
            peer, hand = earlier.get(name, {}).get(measure, (None, None))
            of_all = min((it for it in (now, peer) if it is not None), default=None)
            rows[name, measure] = (counts[measure].get(name), now, of_all, hand)
    return rows, run_peers


def cells(numbers):
    return "".join(f"{'-' if number is None else number:>6}" for number in numbers)


def added(rows):
    """Returns the sums of columns; `None` if a number of the column is unknown."""
    return [None if None in column else sum(column) for column in zip(*rows)]


def print_maps(functions, rows):
    print(f"{'':45}" + "".join(f"{measure:^24}" for measure in COSTS))
    heads = ("ours", "run", "best", "hand")
    print(f"{'map':45}" + "".join(cells(heads) for measure in COSTS) + "  above the best peer in")
    above = collections.defaultdict(list)
    for function in functions:
        found = {measure: rows[function.name, measure] for measure in COSTS}
        marks = [it for it in COSTS if None not in (found[it][0], found[it][2]) and found[it][0] > found[it][2]]
        for mark in marks:
            above[mark].append(function.name)
        print(f"{function.name:45}" + "".join(cells(found[it]) for it in COSTS) + "  " + " ".join(marks))
    groups = collections.defaultdict(list)
    for function in functions:
        groups[CLASSES[function.name.split("_")[0]]].append(function.name)
        groups["all"].append(function.name)
    groups["all"] = groups.pop("all")
    for group, names in groups.items():
        sums = {measure: added(rows[name, measure] for name in names) for measure in COSTS}
        print(f"{f'{group} ({len(names)})':45}" + "".join(cells(sums[it]) for it in COSTS))
    for measure in COSTS:
        names = above[measure]
        print(f"above the best peer in {measure}: {len(names)}" + "".join(f"\n    {name}" for name in names))


def print_routes(routes):
    for route, found in routes.items():
        ops, weight = (sum(row[at] for row in found.values()) for at in range(2))
        print(f"    {route:12} {ops:6} ops {weight:6} weight")


def print_more(layoutc):
    """Prints the further maps: for each measure layoutc, and the best peer of this run."""
    functions = layoutc.lowered(os.path.join(HERE, "index_cost", "more.mlir"))
    rows, _ = measured_maps(layoutc, functions, {})
    simplified = {measure: {it.name: it for it in layoutc.simplified(functions, measure)} for measure in COSTS}
    wide = {function.name: (simplified["weight"][function.name].wide(), function.wide()) for function in functions}
    of_slots = list(simplified["slots"].values())
    machine = {name: (instructions(of_slots, name), instructions(functions, name)) for name in MACHINES}
    heads = (*COSTS, "64-bit", *MACHINES)
    print(f"\n{'map (ours, best peer of this run)':45}" + "".join(f"{head:^12}" for head in heads) + "  above in")
    sums = []
    for function in functions:
        name = function.name
        pairs = [rows[name, measure][:2] for measure in COSTS] + [wide[name]]
        pairs += [(ours.get(name), plain.get(name)) for ours, plain in machine.values()]
        marks = [head for head, pair in zip(heads, pairs) if None not in pair and pair[0] > pair[1]]
        print(f"{name:45}" + "".join(map(cells, pairs)) + "  " + " ".join(marks))
        sums.append([number for pair in pairs for number in pair])
    print(f"{f'all ({len(functions)})':45}{cells(added(sums))}")


# The maps without an inverse function: a slot may have more than 64 indices.
WITHOUT_INVERSE = {"ck_convpad_nhwc_pad3", "ck_im2col_c64_s2", "ck_im2col_c17_s1"}


def form_requests(layoutc):
    """Returns requests for functions of the forms of each map, by form, each with the name of its map. The functions of
    a vector have the greatest number of neighbors along a dim, and those of a step add 1 along a dim."""
    path = os.path.join(HERE, "index_cost", "maps.mlir")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    requests = re.findall(r"layout\.address @(\w+) of @(\w+)", text)
    forms = {"inverse": [], "vector": [], "step": []}
    for name, of in requests:
        facts = json.loads(run([layoutc.program, "eval", path, "--of", f"@{of}"]).stdout)

        def add(form, dim, attribute):
            request = f"layout.address @{form}{dim}_{name} of @{of} {{{attribute}}}\n"
            forms[form].append((f"{form}{dim}_{name}", name, request))

        if name not in WITHOUT_INVERSE:
            add("inverse", "", 'form = "inverse"')
        lengths, widths = facts["logical_shape"], facts["vector_width"]
        for dim, (length, width) in enumerate(zip(lengths, widths)):
            unit = [int(other == dim) for other in range(len(lengths))]
            if length > 1:
                add("step", dim, f"step = array<i64: {', '.join(map(str, unit))}>")
            if width == max(widths) > 1:
                group = ", ".join(str(width) if here else "1" for here in unit)
                add("vector", dim, f"vector = array<i64: {group}>")
    return re.sub(r"layout\.address .*\n", "", text), forms


def print_forms(layoutc, functions):
    """Prints the inverses, vectors and steps of the maps: those of layoutc, the plain function of the same layout, and the
    best peer for the lowered code, which divides and multiplies. That of a step computes the offset of index + step."""
    layouts, forms = form_requests(layoutc)
    plain = {measure: costs(layoutc.simplified(functions, measure)) for measure in COSTS[:2]}
    heads = ("ours", "plain", "peer")
    print(f"\n{'form':45}{'ops':^18}{'weight':^18}" + "".join(f"{name:^12}" for name in MACHINES) + "  above in")
    print(f"{'':45}{cells(heads)}{cells(heads)}" + cells(("ours", "peer")) * len(MACHINES))
    for form, requests in forms.items():
        path = os.path.join(layoutc.folder, "forms.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(layouts + "".join(request for _, _, request in requests))
        lowered, found = layoutc.lowered(path), {}
        best = least(list(peers(lowered).values()))
        columns, above = [], []
        for at, measure in enumerate(COSTS[:2]):
            passes = f"--passes={LOWER},simplify-index{{cost={measure}}}"
            found[measure] = parse(run([layoutc.program, path, passes, "--emit=generic"]).stdout)
            ours = {function.name: function.cost()[at] for function in found[measure]}
            map_costs = [plain[measure][of][at] for _, of, _ in requests]
            others = [best[name][at] if best else None for name, _, _ in requests]
            columns += [list(ours.values()), map_costs, others]
            above += [(measure, name, ours[name], best[name][at]) for name in best if ours[name] > best[name][at]]
        for machine in MACHINES:
            for code in (found["weight"], lowered):
                columns.append(list(instructions(code, machine).values()) or [None])
        sums = [None if None in column else sum(column) for column in columns]
        print(f"{f'{form} ({len(requests)})':45}{cells(sums)}  {len(above)} of {2 * len(requests)}")
        for measure, name, ours, other in above:
            print(f"    {name}: {measure} {ours}, peer {other}")
        if form == "step":
            print_steps(requests, found, plain)


def print_steps(requests, found, plain):
    """Prints the steps that cost more than the plain function of an index, or of index + step, which is a sum more."""
    for at, measure in enumerate(COSTS[:2]):
        ours = {function.name: function.cost()[at] for function in found[measure]}
        costs_of = [(name, ours[name], plain[measure][of][at]) for name, of, _ in requests]
        above = [f"{name} ({cost}, {other})" for name, cost, other in costs_of if cost > other]
        at_sum = sum(cost > other + 1 for _, cost, other in costs_of)
        names = "".join(f" {name}" for name in above)
        print(f"    steps by {measure}: {len(above)} above the function of index{names}, {at_sum} above that of index + step")


def transform(spec, lower):
    """Returns the text of a transform of CK Tile."""
    kind = spec["kind"]
    texts = {
        "slice": "from {begin} to {end}",
        "unmerge": "into {lengths}",
        "embed": "into {lengths} strides {strides}",
        "modulo": "by {modulus} length {length}",
        "offset": "by {offset}",
        "freeze": "at {at}",
    }
    if kind.endswith("pad"):
        return f"layout.pad {lower} low {spec.get('left', 0)} high {spec.get('right', 0)}"
    if kind == "insert":
        return f"layout.insert {spec['length']}"
    if kind == "replicate":
        return f"layout.replicate {spec['lengths']}"
    return f"layout.{kind} {lower} {texts.get(kind, '').format(**spec)}"


def descriptor(case):
    """Returns the text of a descriptor of CK Tile and of the request for its addressing function."""
    base, name = case["base"], case["name"]
    dims = [f"%m{at}" for at in range(len(base["lengths"]))]
    memory = f"layout.strided {base['lengths']} strides {base['strides']} offset {base['offset']}"
    if base["kind"] in ("packed", "aligned"):
        end = f" to {base['align']}" if base["kind"] == "aligned" else ""
        memory = f"layout.{base['kind']} {base['lengths']}{end}"
    lines = [f"layout.descriptor @{name} {{", f"{', '.join(dims)} = {memory}"]
    for number, stage in enumerate(case["stages"]):
        after = {}
        for spec, lower, upper in zip(stage["transforms"], stage["lower"], stage["upper"]):
            results = {place: f"%s{number}_{place}" for place in upper}
            after.update(results)
            equals = f"{', '.join(results.values())} = " if results else ""
            lines.append(equals + transform(spec, ", ".join(dims[place] for place in lower)))
        dims = [after[place] for place in sorted(after)]
    for at, dim in enumerate(dims):
        if dim.startswith("%m"):
            dims[at] = f"%top_{dim[1:]}"
            lines.append(f"{dims[at]} = layout.pass_through {dim}")
    return "\n".join([*lines, f"layout.yield {', '.join(dims)}", "}", f"layout.address @at_{name} of @{name}\n"])


def queried_chains(layoutc, vectors):
    """Returns the addressing functions of the descriptors at which CK Tile was queried."""
    with open(os.path.join(vectors, "ck_descriptors.json"), encoding="utf-8") as file:
        cases = json.load(file)["descriptors"]
    path = os.path.join(layoutc.folder, "chains.mlir")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(map(descriptor, cases))
    return layoutc.lowered(path)


def print_chains(layoutc, functions):
    """Prints the chains of layoutc and LLVM, for the offset alone and for the offset with its predicate."""
    padded = [function for function in functions if len(function.returns) > 1]
    kinds = {"offset": [*map(offset_only, functions)], "masked": padded}
    tables = {}
    for kind, selected in kinds.items():
        ours = {function.name: function.cost()[0] for function in layoutc.simplified(selected, "ops")}
        ck = llvm_costs([*map(as_in_ck, selected)], True) if optimizer() else {}
        plain = least(list(peers(selected).values()))
        tables[kind] = {
            name: (mine, ck[name][0] if ck else None, plain[name][0] if plain else None) for name, mine in ours.items()
        }
    heads = ("ours", "ck", "plain")
    print(f"\n{'chain':45}{'offset':^18}{'masked':^18}\n{'':45}{cells(heads)}{cells(heads)}  above")
    for name in tables["offset"]:
        rows = [tables[kind].get(name, (None,) * 3) for kind in kinds]
        mark = any(None not in row and row[0] > min(row[1:]) for row in rows)
        print(f"{name.removeprefix('at_'):45}{cells(rows[0])}{cells(rows[1])}" + "  above" * mark)
    for kind, table in tables.items():
        ours, *others = added(table.values())
        print(f"{kind}, {len(table)} chains: {ours} operations")
        for what, other in zip(("CK Tile's code through LLVM", "plain code through LLVM and MLIR"), others):
            if other is not None:
                print(f"    {what}: {other}, ratio {ours / other:.2f}")


def print_times(layoutc, functions, rounds):
    times = {}
    for function in functions:
        times[function.name] = 1e3 * statistics.median(layoutc.seconds(function, 16) for _ in range(rounds))
    worst = max(times, key=times.get)
    median = statistics.median(times.values())
    print(f"\nsimplify-index, {len(times)} functions: median {median:.3f} ms, worst {times[worst]:.3f} ms (@{worst})")


# Formats of TensorRT, with a type of their elements.
FORMATS = (
    ("chw2", "f16"),
    ("chw4", "i8"),
    ("chw16", "f16"),
    ("chw32", "i8"),
    ("hwc", "f32"),
    ("hwc8", "f16"),
    ("hwc16", "f16"),
    ("dla_linear", "i8"),
)


def random_layout(numbers, kind):
    """Returns the text of a layout without its name: an order, a format, strides, a row-major tensor, or a permutation of
    an image whose dims are merged."""
    n, c, h, w = numbers.randint(1, 16), numbers.randint(2, 300), numbers.randint(2, 260), numbers.randint(2, 260)
    shape = f"{n}x{c}x{h}x{w}"
    if kind == "order":
        dims = ", ".join(f"d{dim}" for dim in numbers.sample(range(4), 4))
        return f" : tensor<{shape}xf16, {{order = affine_map<(d0, d1, d2, d3) -> ({dims})>}}>"
    if kind == "format":
        name, ty = numbers.choice(FORMATS)
        return f" : tensor<{shape}x{ty}, {{format = #layout.format<{name}>}}>"
    if kind == "strides":
        row = w + numbers.randint(0, 31)
        image = row * h + numbers.randint(0, 63)
        strides, offset = f"[{c * image}, {image}, {row}, 1]", numbers.randint(0, 99)
        return f" : tensor<{shape}xf32, {{strides = {strides}, offset = {offset}}}>"
    if kind == "shape":
        lengths = [numbers.randint(1, 64) for _ in range(numbers.randint(2, 6))]
        return f" : tensor<{'x'.join(map(str, lengths))}xf32>"
    stages = [f"%n, %h, %w, %c = layout.packed [{n}, {h}, {w}, {c}]", "%t = layout.merge %n, %c, %h, %w"]
    return "\n".join([" {", *stages, "layout.yield %t", "}"])


def distinct_functions(layoutc, count):
    """Returns this many addressing functions, all different, of random layouts."""
    numbers, kinds, found = random.Random(0), ("order", "format", "strides", "shape", "merge"), {}
    path = os.path.join(layoutc.folder, "layouts.mlir")
    while len(found) < count:
        with open(path, "w", encoding="utf-8") as file:
            for at in range(len(found), count):
                layout = random_layout(numbers, kinds[at % len(kinds)])
                op = "tensor" if layout.startswith(" :") else "descriptor"
                file.write(f"layout.{op} @x{at}{layout}\nlayout.address @f{at} of @x{at}\n")
        for function in layoutc.lowered(path):
            found.setdefault((tuple(function.lengths), str(function.ops), str(function.returns)), function)
    return list(found.values())


def print_total_time(layoutc, count, rounds):
    functions = distinct_functions(layoutc, count)
    seconds = statistics.median(layoutc.seconds_of(functions) for _ in range(rounds))
    print(f"simplify-index, {len(functions)} different functions in one process: {seconds:.2f} s")


def main():
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(HERE, "..", "target"))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layoutc", default=os.path.join(target, "release", "layoutc"))
    parser.add_argument("--vulkan-live", default=os.path.join(target, "release", "vulkan-live"))
    parser.add_argument("--vectors", default=os.path.join(HERE, "..", "tests", "vectors", "index_cost.json"))
    parser.add_argument("--quick", action="store_true", help="time each function once")
    options = parser.parse_args()
    vulkan_live = options.vulkan_live if os.path.exists(options.vulkan_live) else None
    if not vulkan_live:
        print(f"no slots: {options.vulkan_live} does not exist")
    with tempfile.TemporaryDirectory() as folder:
        layoutc = Layoutc(options.layoutc, vulkan_live, folder)
        functions = maps(layoutc)
        chains = layoutc.lowered(os.path.join(HERE, "index_cost", "chains.mlir"))
        rows, routes = measured_maps(layoutc, functions, known(options.vectors))
        print_maps(functions, rows)
        print("peers of this run, all maps:")
        print_routes(routes)
        print_more(layoutc)
        print_forms(layoutc, single_maps(layoutc))
        print_chains(layoutc, chains)
        print_chains(layoutc, queried_chains(layoutc, os.path.dirname(options.vectors)))
        rounds = 1 if options.quick else 5
        print_times(layoutc, functions + chains, rounds)
        print_total_time(layoutc, 10_000, rounds)


if __name__ == "__main__":
    main()
