#!/usr/bin/env python3
"""Rebuilds the model of `assign-layouts{certificate=DIR}` from a module and a target, without layoutc, and compares.

    scripts/rebuild_certificate.py MODULE DIR [TARGET]

Both texts are in generic form, as `layoutc FILE --emit=generic` or mlir-opt writes them; without TARGET, the module has its
target. The objective and the constraints are compared as sets, by the names in the comments of the OPB files. Status: 0
equal, 1 different, 2 the module has what this program does not know. It knows dense orders of static tensors, rules of
orders, `any`, `same` and `row_major`, ONNX's ops by kind, and Concat, Transpose, Reshape and Unsqueeze as views.
"""
import collections, itertools, math, re, sys

KINDS = {
    "convolution": "Conv", "matmul": "Gemm MatMul", "reduction": "ReduceMean ReduceSum ReduceMax",
    "pool": "MaxPoolSingleOut AveragePool LpPool GlobalAveragePool GlobalMaxPool",
    "normalization": "BatchNormalizationInferenceMode InstanceNormalization GroupNormalization LRN",
    "elementwise": "Add Sub Mul Div Sum Relu LeakyRelu Sigmoid Tanh Clip Elu Exp Sqrt Neg Abs Max Min Dropout Gelu Erf PRelu",
}
KIND = {"onnx." + op: kind for kind, ops in KINDS.items() for op in ops.split()}
VIEWS = {"onnx.Concat": "concat", "onnx.Transpose": "transpose", "onnx.Reshape": "reshape", "onnx.UnsqueezeV11": "reshape"}
Op = collections.namedtuple("Op", "name results operands attrs types position")
# A slot is a value and `True` if the site defines it; a view is the slots of a whole and a part, and their relation.
Site = collections.namedtuple("Site", "op slots requests views")

class Unknown(Exception): """The module has what this program does not know."""

def split(text, by=","):
    """Splits a text at separators outside of brackets."""
    ends, depth = [-1], 0
    for at, char in enumerate(text):
        depth += (char in "([{<") - (char in ")]}" or char == ">" and text[at - 1] != "-")
        ends += [at] if char == by and depth == 0 else []
    return [part.strip() for part in (text[a + 1:b] for a, b in zip(ends, ends[1:] + [None])) if part.strip()]

def order_of_map(text):
    dims, results = map(split, re.search(r"\(([^()]*)\)\s*->\s*\(([^()]*)\)", text).groups())
    return tuple(map(dims.index, results))

def order_named(name, tensor):
    if name in ("any", "same", "row_major") or "->" in name:
        return order_of_map(name) if "->" in name else tensor.row_major if name == "row_major" else name
    for letters in ["N", "NC", "CHW", "NCHW", "OIYX", "NCDHW"]:
        if sorted(letters) == sorted(name):
            return tuple(letters.index(letter) for letter in name)
    raise Unknown(f"layout {name}")

class Tensor:
    """A tensor type: lengths, bytes, and the order that the type states."""
    def __init__(self, text, aliases):
        inner, *encoding = split(text[len("tensor<"):-1])
        *lens, elem = inner.split("x")
        bits = re.fullmatch(r"[a-z]+(\d+)\w*", elem.replace("index", "i64"))
        order = [re.fullmatch(r"\{order = (#\w+|affine_map.*)\}|(#\w+|affine_map.*)", part) for part in encoding]
        if "?" in lens or len(order) > 1 or None in order or not bits:
            raise Unknown(text)
        self.lens, self.row_major = [int(length) for length in lens], tuple(range(len(lens)))
        self.bytes = (math.prod(self.lens) * int(bits.group(1)) + 7) // 8
        names = [it.group(1) or it.group(2) for it in order]
        self.order = order_of_map(aliases.get(names[0], names[0])) if names else None
    def name(self, order):
        """The memory of an order: its dims longer than 1."""
        return "any" if order is None else "[" + ",".join(str(dim) for dim in order if self.lens[dim] != 1) + "]"

def read(text):
    """Returns the functions: names, arguments with their attributes, and ops."""
    functions, ops, arguments, position = [], [], [], -1
    for line in map(str.strip, text.splitlines()):
        if line.startswith("^bb0"):
            arguments = [part.split(": ", 1) for part in split(line[5:-2])]
        elif line.startswith("})"):
            if "function_type" in line:
                given = (re.findall(r"arg_attrs = (\[.*?\]), \w+ =", line) or [""])[0].split("}, {")
                functions.append((re.search(r'sym_name = "([^"]*)"', line).group(1), arguments, given, ops))
            ops, arguments = [], []
        elif found := re.match(r'(?:(%.*?) = )?"([\w.]+)"\(([^)]*)\)(.*)$', line):
            position += 1
            results, name, operands, rest = found.groups()
            if rest.endswith("({") and name in ("builtin.module", "func.func", "layout.target"):
                continue
            if rest.endswith("({") or "layout.any" in text:
                raise Unknown(f"op {name} with a region, or layout.any")
            attrs, types = rest.rsplit(" : (", 1)
            types = split(types.replace(") -> (", ", ").replace(") -> ", ", ").rstrip(")"))
            ops.append(Op(name, split(results or ""), split(operands), attrs, types, position))
    return functions

def rules(text, aliases):
    found = re.findall(r'"layout.rule"\(\) (?:<?\{)+choices = (#\w+\b(?!\.)|\[.*?>\]), .*?(op|kind) = "([^"]*)"', text)
    return {(by, name): split(aliases.get(choices, choices)[1:-1]) for choices, by, name in found}

def ints(op, name, default=""):
    found = re.search(r"\b" + name + r" = (\[[^\]]*\]|-?\d+)", op.attrs)
    return [int(it) for it in re.findall(r"-?\d+", found.group(1) if found else default)]

def holds(condition, op, tensors):
    if not (found := re.fullmatch(r"(attr|rank)\((result )?(\w+)(?:, (-?\d+))?\) (==|!=) (-?\d+)", condition)):
        raise Unknown(f"condition {condition}")
    kind, result, name, default, compared, value = found.groups()
    rank = lambda: len(tensors[int(name) + (len(op.operands) if result else 0)].lens)
    own = ints(op, name, default or "")[0] if kind == "attr" else rank()
    return (own == int(value)) == (compared == "==")

def offers(choice, op, tensors):
    """Returns the requests of a choice for all operands and results: orders, `any` or `same`."""
    head, *others = split(re.fullmatch(r"#layout.choice<(.*)>", choice).group(1))
    if any(not other.startswith("when = [") for other in others):
        raise Unknown(choice)
    if not all(holds(condition, op, tensors) for other in others for condition in split(other[8:-1])):
        return []
    sides = re.split(r"(?<=\)) -> (?![^<]*>)", head, maxsplit=1)
    sides = sides if len(sides) == 2 else [head + "...", head + "..."]
    requests = []
    for side, values in zip(sides, (tensors[:len(op.operands)], tensors[len(op.operands):])):
        side = split(side[1:-1] if side.startswith("(") and side.endswith(")") else side)
        if side and side[-1].endswith("..."):
            side[-1:] = [side[-1][:-3]] * (len(values) - len(side) + 1)
        if len(side) != len(values):
            return []
        for part, tensor in zip(side, values):
            orders = [order_named(it, tensor) for it in split(part, "|")] if tensor else ["any"]
            requests.append([it for it in orders if isinstance(it, str) or len(it) == len(tensor.lens)])
    return [broadcast(request, tensors) for request in itertools.product(*requests) if broadcast(request, tensors)]

def broadcast(request, tensors):
    """Lets operands of lower rank with at most one long dim have any layout; other operands of lower rank do not fit."""
    rank = max((len(of.lens) for of, it in zip(tensors, request) if it == "same"), default=0)
    low = [it == "same" and len(of.lens) < rank for of, it in zip(tensors, request)]
    fits = not any(is_low and sum(length > 1 for length in of.lens) > 1 for of, is_low in zip(tensors, low))
    return ["any" if is_low else it for it, is_low in zip(request, low)] if fits else None

def factors(a, b):
    """Returns the common factors of two shapes from the outermost, as the dims of each that they are parts of."""
    ends = [{math.prod(lens[dim + 1:]): dim for dim, length in enumerate(lens) if length > 1} for lens in (a, b)]
    cuts = sorted(set(ends[0]) | set(ends[1])) + [math.prod(a)]
    if any(high % low for low, high in zip(cuts, cuts[1:])):
        raise Unknown(f"reshape {a} -> {b}")
    return [tuple(own[max(end for end in own if end <= cut)] for own in ends) for cut in reversed(cuts[:-1])]

def through(view, order, forward):
    """Returns the order of the other side of a view; none if the view moves data."""
    kind, a, b, perm = view
    if kind == "concat":
        return order
    if kind == "transpose":
        return tuple(perm.index(dim) for dim in order) if forward else tuple(perm[dim] for dim in order)
    atoms = [pair if forward else pair[::-1] for pair in factors(a, b)]
    memory = [atom for dim in order for atom in range(len(atoms)) if atoms[atom][0] == dim]
    found = [dim for dim, _ in itertools.groupby(atoms[atom][1] for atom in memory)]
    if len(set(found)) < len(found) or any(x > y for x, y in zip(memory, memory[1:]) if atoms[x][1] == atoms[y][1]):
        return None
    for dim in set(range(len(b if forward else a))) - set(found):
        found.insert(found.index(dim - 1) + 1 if dim else 0, dim)
    return tuple(found)

def with_same(site, request, candidates):
    """Returns the orders of all slots that a request allows; none is any."""
    members = [candidates[value] for (value, _), it in zip(site.slots, request) if it == "same"]
    for leader in dict.fromkeys(itertools.chain(*members)) if members else [()]:
        yield [leader if it == "same" else None if it == "any" else it for it in request]

def labels(site, tensors, candidates):
    yield from itertools.chain(*(with_same(site, request, candidates) for request in site.requests))
    for at in sorted({at for whole, part, _ in site.views for at in (whole, part)}):
        for order in list(candidates[site.slots[at][0]]):
            layouts = [order if slot == at else None for slot in range(len(site.slots))]
            for whole, part, view in site.views * 2:
                if layouts[whole] is not None and layouts[part] is None:
                    layouts[part] = through(view, layouts[whole], True)
                elif layouts[part] is not None and layouts[whole] is None:
                    layouts[whole] = through(view, layouts[part], False)
            name = lambda at, order: order is not None and tensors[site.slots[at][0]].name(order)
            if all(None not in (layouts[whole], layouts[part]) and name(part, through(view, layouts[whole], True))
                   == name(part, layouts[part]) for whole, part, view in site.views):
                yield layouts

def sites_of(arguments, ops, aliases, choices):
    tensors = {name: Tensor(text, aliases) for name, text in arguments if text.startswith("tensor<")}
    own = [(name, True) for name, _ in arguments if name in tensors]
    kept = lambda slots: [[tensors[value].order or tensors[value].row_major for value, _ in slots]]
    sites = [Site(None, own, kept(own), [])]
    for op in ops:
        typed = [Tensor(text, aliases) if text.startswith("tensor<") else None for text in op.types]
        places = [at for at, tensor in enumerate(typed) if tensor]
        values = op.operands + op.results
        slots = [(values[at], at >= len(op.operands)) for at in places]
        tensors.update((values[at], typed[at]) for at in places if values[at] not in tensors)
        if any(typed[at].order for at in places if at >= len(op.operands)) or not op.name.startswith(("onnx.", "func.return")):
            raise Unknown(f"op {op.name}, or the type of its result")
        last, kind, requests, views = len(slots) - 1, VIEWS.get(op.name), [], []
        if op.name in ("func.return", "onnx.Constant"):
            requests = kept(slots) if op.name == "func.return" else [["any"] * len(slots)]
        elif kind:
            ends = [(last, at) for at in range(last)] if kind == "concat" else [(0, last)]
            views = [(*end, (kind, typed[0].lens, typed[-1].lens, ints(op, "perm"))) for end in ends]
        else:
            rule = choices.get(("op", op.name)) or choices.get(("kind", KIND.get(op.name))) or choices.get(("op", "*"))
            rule = rule or ["#layout.choice<same>"] * (KIND.get(op.name) == "elementwise")
            requests = [[offer[at] for at in places] for choice in rule for offer in offers(choice, op, typed)]
            requests = requests or [[typed[at].row_major for at in places]]
        sites.append(Site(op, slots, requests, views))
    return tensors, [site for site in sites if site.slots]

def propagate(sites, tensors):
    candidates = {value: {} for value in tensors}
    learn = lambda slot, order: candidates[slot[0]].setdefault(order) if order not in (None, "any", "same") else None
    def follow():
        count = -1
        while count != (count := sum(map(len, candidates.values()))):
            for site in sites:
                for layouts in list(labels(site, tensors, candidates)):
                    list(map(learn, site.slots, layouts))
    for site in sites:
        for request in site.requests:
            list(map(learn, site.slots, request))
        for slot in site.slots if site.views else []:
            learn(slot, tensors[slot[0]].row_major)
    follow()
    for site in sites:
        for request in site.requests:
            if "same" in request and not list(with_same(site, request, candidates)):
                [learn(slot, tensors[slot[0]].row_major) for slot, it in zip(site.slots, request) if it == "same"]
                follow()
    for site in sites:
        for whole, part, view in site.views if len(site.views) == 1 and site.views[0][2][0] == "reshape" else []:
            short = tuple(dim for dim, length in enumerate(view[1]) if length == 1)
            for order in itertools.permutations(set(range(len(view[1]))) - set(short)):
                if other := through(view, short + order, True):
                    learn(site.slots[whole], short + order)
                    learn(site.slots[part], other)
    follow()
    return candidates

def model(name, arguments, given, ops, aliases, choices):
    """Returns the terms of the objective, and the constraints as sets of names."""
    tensors, sites = sites_of(arguments, ops, aliases, choices)
    candidates = propagate(sites, tensors)
    constants = {arg[0] for arg, attrs in zip(arguments, given) if "layout.constant" in attrs}
    for op in ops:
        inputs = [it for it in op.operands if it in tensors]
        if op.name == "onnx.Constant" or inputs and constants.issuperset(inputs):
            constants.update(op.results)
    objective, constraints, defined, uses, prefix = {}, set(), {}, collections.defaultdict(list), f"@{name}:"
    for site in sites:
        own = lambda layouts: tuple(tensors[value].name(order) for (value, _), order in zip(site.slots, layouts))
        text = lambda key, defs: ",".join(f"{slot[0]}={it}" for slot, it in zip(site.slots, key) if slot[1] == defs)
        keys = list(dict.fromkeys(map(own, labels(site, tensors, candidates))))
        heads = [text(key, True) or f"{site.op.name}#{site.op.position}" for key in keys]
        more = lambda key, head: "" if text(key, True) and heads.count(head) == 1 else f"({text(key, False)})"
        names = {key: prefix + head + more(key, head) for key, head in zip(keys, heads)}
        constraints.add(("=", frozenset(names.values())))
        for at, (value, is_def) in enumerate(site.slots):
            by_layout = {key[at]: {names[it] for it in keys if it[at] == key[at]} for key in keys}
            defined.update({value: by_layout} if is_def else {})
            uses[value] += [] if is_def else [by_layout]
    for value, by_layout in defined.items():
        used = {layout for use in uses[value] for layout in use} - {"any"}
        if value in constants or not used:
            continue
        if "any" in by_layout:
            raise Unknown(f"a result {value} of any layout")
        flags = {it: f"{prefix}{value}->{it}" for it in used} if set(by_layout) != used or len(used) > 1 else {}
        objective.update((flag, 2 * tensors[value].bytes) for flag in flags.values())
        for use, layout in [(use, layout) for use in uses[value] for layout in set(use) - {"any"}]:
            by = by_layout.get(layout, set()) | ({flags[layout]} if flags else set())
            constraints.update([] if use[layout] <= by else [(">=", frozenset(by), frozenset(use[layout]))])
    return objective, constraints

def read_opb(path):
    objective, constraints, names = {}, set(), {}
    for line in open(path, encoding="utf-8"):
        terms = [(int(cost), names[it]) for cost, it in re.findall(r"([+-]\d+) (x\d+)", "" if line[0] == "*" else line)]
        of = lambda sign: frozenset(name for cost, name in terms if cost == sign)
        names.update([line[2:].rstrip("\n").split(" = ", 1)] if line.startswith("* x") else [])
        if re.fullmatch(r"min:( \+\d+ x\d+)* ;\n", line):
            objective = {name: cost for cost, name in terms}
        elif re.fullmatch(r"([+-]1 x\d+ )+(= 1|>= 0) ;\n", line):
            constraints.add(("=", of(1)) if " = 1" in line else (">=", of(1), of(-1)))
        elif line[0] != "*":
            raise Unknown(f"line {line}")
    return objective, constraints

def main():
    texts = [open(path, encoding="utf-8").read() for path in sys.argv[1:2] + sys.argv[3:4]]
    aliases = [dict(re.findall(r"^(#\w+) = (.*)$", text, re.M)) for text in texts]
    for name, arguments, given, ops in read(texts[0]):
        own = model(name, arguments, given, ops, aliases[0], rules(texts[-1], aliases[-1]))
        written = read_opb(f"{sys.argv[2]}/{name}.opb")
        a, b = (set(objective.items()) | constraints for objective, constraints in (own, written))
        for side, only in (("rebuilt model", a - b), ("file", b - a)):
            [print(f"{name}: only in the {side}: {it}") for it in sorted(map(str, only))[:4]]
        if a != b:
            return 1
        print(f"{name}: equal, {len(own[0])} terms and {len(own[1])} constraints")
    return 0

if __name__ == "__main__":
    try:
        sys.exit(main())
    except Unknown as reason:
        sys.exit(print(f"unknown: {reason}") or 2)
