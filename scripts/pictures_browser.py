"""The pictures that a browser draws, for scripts/pictures.py: of a page, of a terminal, of a rendered summary."""
import html
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

HTML = pathlib.Path(__file__).resolve().parents[1] / "tests" / "html"
sys.path.append(str(HTML))
from pages import Pages  # noqa: E402

FEW = ("http.checkout", "http.search", "http.login", "db.query", "cache.get", "queue.publish", "auth.verify")
COLORS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341"}
TERMINAL = ("<!DOCTYPE html><meta charset=utf-8><title>terminal</title><style>body{margin:0;padding:16px;background:#0d1117;"
            "color:#e6edf3;font:14px/1.35 \"DejaVu Sans Mono\",monospace}pre{margin:0;font:inherit}</style><pre>%s</pre>")
SUMMARY = ("<!DOCTYPE html><meta charset=utf-8><title>summary</title><style>body{margin:0;padding:24px;color:#1f2328;"
           "font:15px/1.5 \"Liberation Sans\",Arial,sans-serif}h3{padding-bottom:8px;border-bottom:1px solid #d1d9e0}"
           "table{border-collapse:collapse}td,th{padding:5px 12px;border:1px solid #d1d9e0}.r{text-align:right}"
           "tr:nth-child(even){background:#f6f8fa}</style>%s")


def browser(*arguments):
    subprocess.run(["node", HTML / "browser.mjs", *map(str, arguments)], check=True)


def on_terminal(command, directory):
    """What a command prints on a terminal that has colours and UTF-8."""
    leader, follower = pty.openpty()
    env = dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8", COLUMNS="110")
    env.pop("NO_COLOR", None)
    with subprocess.Popen(command, cwd=directory, env=env, stdout=follower, stderr=subprocess.DEVNULL) as process:
        os.close(follower)
        out = b""
        while True:
            try:
                piece = os.read(leader, 65536)
            except OSError:  # how Linux says that the other end is closed
                break
            if not piece:
                break
            out += piece
        process.wait()
    os.close(leader)
    return out.decode().replace("\r\n", "\n")


def colored(text):
    """Escape sequences of colours as HTML."""
    def span(match):
        return "</span>" if match.group(1) == "0" else f'<span style="color:{COLORS[match.group(1)]}">'
    return re.sub(r"\x1b\[(\d+)m", span, html.escape(text, quote=False))


def rendered(markdown):
    """The Markdown of a summary as HTML: headings, bold titles, tables, folded sections, lists, paragraphs."""
    out, table = [], None
    for line in markdown.split("\n"):
        if line.startswith("|--") or line.startswith("|:-"):
            table = ["r" if cell.endswith(":") else "" for cell in line.strip("|").split("|")]
            cells = out.pop().removeprefix("<p>").removesuffix("</p>").strip("|").split("|")
            out.append("<table><tr>" + "".join(f"<th>{c}" for c in cells))
        elif line.startswith("|") and table:
            out.append("<tr>" + "".join(f'<td class="{a}">{c}' for a, c in zip(table, line.strip("|").split("|"))))
        else:
            out.append("</table>" if table else "")
            table = None
            line = re.sub(r"\*\*(.*?)\*\*", r"<b>\1</b>", line)
            out.append(f"<h3>{line[4:]}</h3>" if line.startswith("### ") else f"<li>{line[2:]}" if line.startswith("- ") else
                       line if line.startswith(("<details", "</details")) or not line else
                       f"<p>{line}</p>" if not line.endswith("  ") else f"{line}<br>")
    return "\n".join(out)


def draw(bin_dir, pictures):
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        pages = Pages(bin_dir, directory)
        page = pages.red()
        for scheme in ("light", "dark"):
            browser("--shot", pictures / f"page-{scheme}.png", 1000, 1040, scheme, page)
        few = pages.red_arguments(tuple(f"span.{n}" for n in FEW), ("p95", "mean"))
        command = [pages.bin / "compare", *few, "--annotate=none"]
        terminal = directory / "terminal.html"
        terminal.write_text(TERMINAL % colored(on_terminal(command, directory)))
        browser("--shot", pictures / "compare-terminal.png", 1400, 0, "dark", terminal)
        subprocess.run([*command, "--summary=summary.md"], cwd=directory, capture_output=True, check=False)
        summary = directory / "rendered.html"
        summary.write_text(SUMMARY % rendered((directory / "summary.md").read_text()))
        browser("--shot", pictures / "compare-summary.png", 1150, 0, "light", summary)


def look(bin_dir, directory):
    """Every page, to be looked at."""
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        browser("--shots", directory.resolve(), *Pages(bin_dir, pathlib.Path(name)).all())
