"""What the build and the commands behind `make` do when something is wrong: they say why."""

import errno
import socket
import sys
from types import SimpleNamespace

import pytest
from nbclient.exceptions import CellExecutionError
from sphinx.errors import ExtensionError

from tests.conftest import tool

# ---------------------------------------------------------------------------------------- the build


def test_build_names_the_synonyms_of_a_place_that_is_missing(monkeypatch, tmp_path):
    search_index = tool("search_index")
    monkeypatch.setattr(search_index, "SYNONYMS", tmp_path / "synonyms.yml")
    search_index.SYNONYMS.write_text("book/race.html#nowhere: [anywhere]\n", "utf-8")
    env = SimpleNamespace(found_docs={search_index.RESULTS}, titles={})
    monkeypatch.setattr(search_index, "further", lambda: iter(()))
    with pytest.raises(ExtensionError, match=r"synonyms\.yml: .*book/race\.html#nowhere"):
        search_index.publish(SimpleNamespace(outdir=tmp_path, env=env, sections={}))


def test_build_names_a_page_without_a_preview():
    with pytest.raises(ValueError, match="no preview of the page book/nowhere"):
        tool("page_metadata").preview("book/nowhere")


@pytest.mark.parametrize("tag", ['<a onclick="vanish()">', '<img onerror="vanish()" />'])
def test_build_names_a_handler_in_the_markup_that_no_script_replaces(tag):
    page = tool("publish").Page(f"<html><body>{tag}</body></html>")
    with pytest.raises(ExtensionError, match=r"handler.*vanish\(\)"):
        page.publish_text({}, "", SimpleNamespace(with_digest=lambda tag, address: tag))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["placement-win: winn"], "has no winn"),
        (["placement-win: win"], "no section is named for .*advice"),
    ],
)
def test_build_names_members_of_a_module_without_a_section(lines, message):
    directive = SimpleNamespace(
        arguments=["games.placement"], options={}, content=lines, error=ValueError
    )
    with pytest.raises(ValueError, match=message):
        tool("module_tables").Members.run(directive)


def test_build_names_a_cell_of_parameters_without_numbers():
    with pytest.raises(ValueError, match=r"`parameters`.*fields = count\(\)"):
        tool("plain_notebooks").split_parameters("fields = count()")


def test_build_says_why_node_failed(tmp_path):
    script = tmp_path / "script.mjs"
    script.write_text("throw new Error('too little paper')", "utf-8")
    with pytest.raises(ExtensionError, match=r"(?s)nothing was drawn: .*too little paper"):
        tool("after_build").run_node(script, tmp_path, None, "nothing was drawn")


# ------------------------------------------------------------------------------------- the commands


@pytest.fixture
def site(tmp_path):
    """A folder with the first page of a book."""
    (tmp_path / "index.html").write_text("", "utf-8")
    return tmp_path


@pytest.mark.parametrize("port", ["65536", "-1", "eighty"])
def test_serving_names_a_port_that_cannot_be(site, monkeypatch, capsys, port):
    serve = tool("serve")
    monkeypatch.setattr(serve, "SITE", site)
    assert serve.main([port]) == 1
    assert f"{port} is no port" in capsys.readouterr().err


def test_serving_names_a_port_in_use(site, monkeypatch, capsys):
    serve = tool("serve")
    monkeypatch.setattr(serve, "SITE", site)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert serve.main([str(port)]) == 1
    assert f"port {port} is in use" in capsys.readouterr().err


def test_serving_says_why_a_port_is_refused(site, monkeypatch, capsys):
    serve = tool("serve")

    def refuse(*_):
        raise PermissionError(errno.EACCES, "only for root")

    monkeypatch.setattr(serve, "SITE", site)
    monkeypatch.setattr(serve, "Server", refuse)
    assert serve.main(["80"]) == 1
    assert "port 80 cannot be used" in (message := capsys.readouterr().err)
    assert "only for root" in message


@pytest.mark.parametrize("name", ["serve", "pdf"])
def test_commands_ask_for_a_built_book(name, tmp_path, monkeypatch, capsys):
    module = tool(name)
    monkeypatch.setattr(module, "SITE", tmp_path)
    assert module.main([]) == 1
    assert "there is no built book yet: run `make html`" in capsys.readouterr().err


def test_pdf_says_how_to_get_a_missing_browser(site, monkeypatch, capsys):
    pdf = tool("pdf")
    monkeypatch.setattr(pdf, "SITE", site)
    monkeypatch.setattr(pdf.chromium, "find", lambda: None)
    assert pdf.main([]) == 1
    assert pdf.chromium.INSTALL_HINT in capsys.readouterr().err


@pytest.mark.parametrize("results", [(0, 0), (0, 1), (1, 0)])
def test_one_failed_check_of_the_scripts_is_enough(tmp_path, monkeypatch, results):
    scripts = tool("scripts")
    for n, result in enumerate(results):
        (tmp_path / f"check{n}.py").write_text(f"raise SystemExit({result})", "utf-8")
    monkeypatch.setattr(scripts, "CHECKS", (("check0.py",), ("check1.py",)))
    monkeypatch.setattr(scripts, "tools", lambda: ([sys.executable], tmp_path))
    assert bool(scripts.main()) is any(results)


def test_scripts_are_not_checked_without_the_tools(monkeypatch, capsys):
    scripts = tool("scripts")

    def refuse():
        raise scripts.fetch.FetchError("no network")

    monkeypatch.setattr(scripts, "tools", refuse)
    assert scripts.main() == 1
    assert "no network" in capsys.readouterr().err


def test_notebook_that_fails_is_named_and_stays_as_it_is(tmp_path, monkeypatch):
    notebooks = tool("notebooks")

    def fail(path):
        raise CellExecutionError("division by zero", "ZeroDivisionError", "1 / 0")

    monkeypatch.setattr(notebooks, "run", fail)
    (tmp_path / "race.ipynb").write_text("old", "utf-8")
    with pytest.raises(SystemExit, match=r"(?s)race\.ipynb: .*division by zero"):
        notebooks.main([str(tmp_path / "race.ipynb")])
    assert (tmp_path / "race.ipynb").read_text("utf-8") == "old"


# ------------------------------------------------------------------------------------- the fetcher


@pytest.fixture
def new_and_old(tmp_path):
    """Two folders, the second of which is to be replaced by the first."""
    for name in ("new", "target"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name, "utf-8")
    return tmp_path / "new", tmp_path / "target"


def test_files_that_cannot_be_moved_leave_the_old_ones(new_and_old, monkeypatch):
    fetch = tool("fetch")
    new, target = new_and_old
    replace = fetch.os.replace

    def refuse(source, destination):
        if source == new:
            raise PermissionError("the folder is open in another program")
        replace(source, destination)

    monkeypatch.setattr(fetch.os, "replace", refuse)
    with pytest.raises(PermissionError):
        fetch.swap(new, target)
    assert (target / "file").read_text("utf-8") == "target"


def fail_to_run(fetch, monkeypatch):
    """Make each program that the fetcher runs fail."""

    def fail(*_):
        raise fetch.FetchError("no Node runs here")

    monkeypatch.setattr(fetch, "run", fail)
    monkeypatch.setattr(fetch, "client", lambda name, pins: [name])


def test_without_bytecode_the_archives_are_used_as_they_are(tmp_path, monkeypatch, capsys):
    fetch = tool("fetch")
    fail_to_run(fetch, monkeypatch)
    new = tmp_path / "new"
    new.mkdir()
    (tmp_path / "pyodide").mkdir()
    (new / "packages.zip").write_bytes(b"as it is")
    fetch.precompile(new, {})
    assert (new / "packages.zip").read_bytes() == b"as it is"
    assert "no Node runs here" in capsys.readouterr().out


def test_without_a_memory_snapshot_the_build_goes_on(tmp_path, monkeypatch, capsys):
    fetch = tool("fetch")
    fail_to_run(fetch, monkeypatch)
    for path in ("pyodide/a", "python/stdlib.zip"):
        fetch.write(tmp_path / path, b"")
    for path in ("python/packages.zip", "book/book.zip"):
        fetch.write(tmp_path / path, b"PK\5\6" + bytes(18))  # an empty archive
    fetch.make_memory({}, tmp_path, SimpleNamespace(packages=[]))
    assert not (tmp_path / "memory" / "memory.bin").exists()
    assert "no Node runs here" in capsys.readouterr().out


def test_interrupted_fetcher_says_so_and_fails(tmp_path, monkeypatch, capsys):
    fetch = tool("fetch")

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(fetch, "fetch", interrupt)
    assert fetch.main() == 130
    assert "interrupted" in capsys.readouterr().err
