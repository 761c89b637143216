"""The cache of compiled functions: nothing damaged comes back, and a folder that takes nothing is done without."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

from golfsim.compiled import cache, remarks

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")


@pytest.fixture
def told(monkeypatch):
    """Every remark."""
    found = []
    remarks.listen(found.append)
    yield found
    remarks.listen(None)


def thrice(number):
    return 3 * number


def half(number):
    return number // 2


def fresh(folder, function=thrice):
    """A function that nobody compiled in this process, as a new process has it."""
    compiled = numba.njit(nogil=True)(function)
    cache.keep(compiled, folder, "thrice")
    return compiled


def hits(compiled):
    return sum(compiled.stats.cache_hits.values())


@pytest.fixture
def folder(tmp_path):
    """The folder with one function in it."""
    place = tmp_path / "golfsim" / "kernels-0"
    assert fresh(place)(5) == 15
    return place


def test_what_is_kept_is_found_again(folder, told):
    assert len(list(folder.iterdir())) == 1
    compiled = fresh(folder)
    assert (compiled(7), hits(compiled)) == (21, 1)
    assert (compiled(2.5), hits(compiled)) == (7.5, 1)
    assert len(list(folder.iterdir())) == 2
    assert told == []


@pytest.mark.parametrize("damage", ["empty", "garbage", "cut", "longer", "folder"])
def test_a_damaged_file_is_replaced(folder, told, damage):
    (path,) = folder.iterdir()
    data = path.read_bytes()
    path.unlink()
    if damage == "folder":
        path.mkdir()
    else:
        new = {"empty": b"", "garbage": b"\x80garbage" * 9, "cut": data[: len(data) // 2], "longer": data + b"\0"}
        path.write_bytes(new[damage])
    compiled = fresh(folder)
    assert (compiled(7), hits(compiled)) == (21, 0)
    assert told[0].startswith(f"what was compiled in {folder.parent} ")
    assert told[0].endswith("; it is compiled again")
    if damage != "folder":
        assert len(told) == 1
        assert hits(again := fresh(folder)) == 0
        assert (again(7), hits(again)) == (21, 1)
        assert len(told) == 1


def test_no_flipped_bit_is_loaded(folder, told):
    (path,) = folder.iterdir()
    data = path.read_bytes()
    signature = (numba.int64,)
    compiled = fresh(folder)
    context = compiled.targetctx
    assert compiled._cache.load_overload(signature, context) is not None
    assert told == []
    for bit in [*range(8 * 40), *range(0, 8 * len(data), 997)]:
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        assert compiled._cache.load_overload(signature, context) is None
    assert len(told) == 1


def test_the_file_of_another_function_is_not_taken(folder, told):
    (path,) = folder.iterdir()
    data = path.read_bytes()
    assert fresh(folder, half)(6) == 3
    (other,) = set(folder.iterdir()) - {path}
    other.write_bytes(data)
    compiled = fresh(folder, half)
    assert (compiled(6), hits(compiled)) == (3, 0)
    assert len(told) == 1


def test_a_folder_that_takes_nothing_is_done_without(tmp_path, told):
    place = tmp_path / "golfsim"
    place.write_text("a file")
    for number in (7, 2.5):
        assert fresh(place / "kernels-0")(number) == 3 * number
    assert told == [
        f"what was compiled in {place} cannot be kept: Not a directory; it is compiled again each time",
    ]
    assert fresh(None)(5) == 15


def test_a_full_disk_is_done_without(tmp_path):
    script = (
        "import resource, signal, numba; from pathlib import Path; from golfsim.compiled import cache, remarks;"
        "remarks.listen(print); f = numba.njit(lambda x: 3 * x);"
        f"cache.keep(f, Path({str(tmp_path)!r}) / 'golfsim' / 'kernels-0', 'f'); signal.signal(25, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY)); print(f(5))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == (
        f"what was compiled in {tmp_path}/golfsim cannot be kept: File too large; "
        "it is compiled again each time\n15\n"
    )
    assert list((tmp_path / "golfsim" / "kernels-0").iterdir()) == []


def test_long_compilations_are_remarked_upon_once(tmp_path, told, monkeypatch):
    monkeypatch.setattr(remarks, "PATIENCE", 0.0)
    compiled = fresh(tmp_path)
    for number in (1, 1.5, True):
        assert compiled(number) == 3 * number
    assert told == ["compiling thrice, once"]
    compiled = fresh(None)
    compiled(1)
    assert told == ["compiling thrice, once", "compiling thrice"]


def test_what_is_found_again_is_no_remark(folder, told, monkeypatch):
    monkeypatch.setattr(remarks, "PATIENCE", 0.0)
    assert fresh(folder)(5) == 15
    time.sleep(0.05)
    assert told == []


def test_quick_compilations_are_not_remarked_upon(told, monkeypatch):
    monkeypatch.setattr(remarks, "PATIENCE", 30)
    with remarks.compiling("quick"):
        pass
    assert told == []


def test_nobody_is_told_unless_somebody_listens(capfd, monkeypatch):
    monkeypatch.setattr(remarks, "PATIENCE", 0.0)
    assert fresh(None)(5) == 15
    remarks.remark("nothing")
    assert capfd.readouterr() == ("", "")


def test_a_listener_that_fails_is_no_error(told):
    remarks.listen(lambda text: 1 / 0)
    remarks.remark("something")


# Which folder


def test_an_empty_name_is_none(monkeypatch, tmp_path, told):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("GOLFSIM_CACHE_DIR", "")
    assert cache.home() == tmp_path / "xdg" / "golfsim"
    monkeypatch.setenv("GOLFSIM_CACHE_DIR", str(tmp_path / "mine"))
    assert cache.home() == tmp_path / "mine"
    monkeypatch.delenv("GOLFSIM_CACHE_DIR")
    monkeypatch.setenv("HOME", str(tmp_path))
    for nothing in ("", "not/absolute"):
        monkeypatch.setenv("XDG_CACHE_HOME", nothing)
        assert cache.home() == tmp_path / ".cache" / "golfsim"
    assert told == []


def test_without_a_home_nothing_is_kept(monkeypatch, told):
    monkeypatch.delenv("GOLFSIM_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)

    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    assert cache.home() is None
    assert len(told) == 1
    assert told[0].startswith("no folder to keep what is compiled: Could not determine home directory")


def test_a_working_folder_that_is_gone(monkeypatch, tmp_path, told):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setenv("GOLFSIM_CACHE_DIR", "relative")
    assert cache.home() is None
    assert len(told) == 1


@pytest.mark.slow
def test_kernels_write_nowhere_else(tmp_path):
    kept, home = tmp_path / "kept", tmp_path / "home"
    kept.write_text("a file where the folder should be")
    home.mkdir()
    script = (
        "import numpy as np; from golfsim.compiled.philox import shuffle_decks as s; d = np.empty((1, 52), np.uint8);"
        "s(np.uint64(1), np.uint64(2), np.arange(52, dtype=np.uint8), d); print(s._cache.cache_path)"
    )
    environment = {**os.environ, "GOLFSIM_CACHE_DIR": str(kept), "HOME": str(home)}
    environment.pop("XDG_CACHE_HOME", None)
    package = Path(cache.__file__).parent
    before = set(package.rglob("*.nb?"))
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{kept}/kernels-")
    assert list(home.iterdir()) == []
    assert set(package.rglob("*.nb?")) == before
