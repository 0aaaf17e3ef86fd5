"""Threads of Python on shared layouts and modules."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from layoutc import Error, Layout, Module

THREADS = 4


def in_threads(call):
    """Returns the results of `call(0)`, `call(1)`, ..., which start at once."""
    barrier = threading.Barrier(THREADS)

    def started(number):
        barrier.wait()
        return call(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(started, range(THREADS)))


def test_threads_share_a_layout():
    layout = Layout("trt:kCHW32[1,35,7,5]:f16")
    other = Layout(layout.to("tvm"))
    expected = layout.offsets()

    def check(number):
        assert layout == other
        assert (layout.offsets() == expected).all()
        for slot in range(number, layout.allocation, THREADS):
            index = layout.index(slot)
            assert index is None or layout.offset(index) == slot
        return layout.to("tvm"), layout.vector_width, layout.span, hash(layout)

    assert len(set(in_threads(check))) == 1


def test_threads_share_a_module():
    text = "layout.tensor @x : tensor<4x5xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>"
    module = Module.parse(text)

    def check(number):
        for _ in range(5):
            module.run("resolve-strides")
            assert module.layout("x").strides == (8, 1)
            with pytest.raises(Error):
                module.run("no-such-pass")
            assert "strides = [8, 1]" in str(module)
        return module.emit("vk-json", target="emulation")

    assert len(set(in_threads(check))) == 1


@pytest.mark.parametrize("name", ["offsets", "parse", "run"])
def test_long_calls_release_the_interpreter_lock(name):
    layout = Layout("torch:(512,512):(512,1)")
    text = "\n".join(f"layout.tensor @x{number} : tensor<4x5xf32>" for number in range(3000))
    module = Module.parse(text)
    call = {
        "offsets": layout.offsets,
        "parse": lambda: Module.parse(text),
        "run": lambda: module.run("resolve-strides"),
    }[name]
    is_done = []
    thread = threading.Thread(target=lambda: (call(), is_done.append(True)))
    interval = sys.getswitchinterval()
    # Python then interrupts no thread: the main thread continues only if the call releases the lock.
    sys.setswitchinterval(1000)
    try:
        thread.start()
        was_done = bool(is_done)
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not was_done and is_done
