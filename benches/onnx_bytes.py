"""ONNX models as bytes, and the memory of processes that read them.

The scripts `import.py` and `import_memory.py` use it. It writes protocol buffers itself, so they need no package.
"""

import os
import subprocess

MIB = 1 << 20


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytearray([value]))


def field(number, content):
    """Returns a field with a length."""
    return varint(number << 3 | 2) + varint(len(content)) + content


def number(number, value):
    """Returns a field with an integer."""
    return varint(number << 3) + varint(value)


def value(name, dims=()):
    """Returns a value of f32 with these lengths."""
    shape = b"".join(field(1, number(1, length)) for length in dims)
    return field(1, name) + field(2, field(1, number(1, 1) + field(2, shape)))


def model(nodes, tensors, inputs, outputs):
    """Returns a model of one graph, with opset 13."""
    lists = ((1, nodes), (5, tensors), (11, inputs), (12, outputs))
    graph = b"".join(field(place, content) for place, contents in lists for content in contents)
    return field(7, graph) + field(8, number(2, 13))


def peak(command):
    """Runs a command and returns its peak memory in bytes."""
    with subprocess.Popen(command) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{command} failed with status {process.returncode}")
    return usage.ru_maxrss * 1024
