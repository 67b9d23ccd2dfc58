#include "report/html_page.h"

#include "rungate/base/escape.h"

#include <string.h>

/* Its hash is in the policy below; tests/cli/html.py says what it must be. */
static const char *const style[] = {
    /* Grey is the baseline, the accent is the current run, red is what fires. */
    ":root{--ink:#1b2026;--dim:#57606a;--line:#d8dde3;--edge:#e9edf1;--paper:#fff;--card:#f6f8fa;"
    "--accent:#0b57c2;--wash:#b9d2f6;--red:#c1121f;color-scheme:light dark}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6eaee;--dim:#9aa5b1;--line:#39424c;--edge:#262d35;"
    "--paper:#11151a;--card:#1a2027;--accent:#79adff;--wash:#244672;--red:#ff8078}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:1.5rem 1.25rem 4rem;max-width:62rem;background:var(--paper);color:var(--ink);"
    "font:15px/1.5 system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,sans-serif}\n"
    "h1{margin:0;font-size:1.6rem;line-height:1.25}\n"
    "h2{margin:2.5rem 0 .75rem;font-size:1.05rem}\n"
    "h3{margin:0 0 .5rem;font-size:1rem;overflow-wrap:anywhere;unicode-bidi:isolate}\n"
    "p{margin:.5rem 0;overflow-wrap:anywhere}\n"
    "ul{margin:.5rem 0;padding-left:1.25rem;overflow-wrap:anywhere}\n"
    ".verdict{display:flex;gap:1rem;align-items:center;margin:0 0 1rem;padding:1rem 1.25rem;"
    "border:2px solid var(--tone);border-left-width:10px;border-radius:6px}\n"
    ".verdict p{margin:.15rem 0 0}\n"
    ".verdict svg{flex:none}\n"
    ".verdict{--tone:var(--dim)}.verdict.good{--tone:var(--accent)}.verdict.bad{--tone:var(--red)}\n"
    ".verdict.partial{border-style:dashed}.verdict h1{color:var(--tone)}.verdict path{stroke:var(--tone);stroke-width:4;fill:none}\n"
    ".dim,.note{color:var(--dim)}.note{margin:.1rem 0;font-size:.875rem}\n",
    "table{width:100%;border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}\n"
    "caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}\n"
    "th,td{padding:.2rem .5rem .2rem 0;border-bottom:1px solid var(--line);text-align:left;"
    "vertical-align:top;overflow-wrap:anywhere;unicode-bidi:isolate}\n"
    "th{font-weight:600}thead th{overflow-wrap:normal}thead th,thead td{color:var(--dim);font-weight:400}\n"
    "tbody tr:last-child>*{border-bottom:0}.r{text-align:right;padding-right:.75rem}\n"
    ".bad{color:var(--red);font-weight:600}.warn{font-weight:600}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.15rem 1.1rem;padding:0;list-style:none;font-size:.875rem;"
    "color:var(--dim)}.legend svg{vertical-align:-3px;margin-right:.3rem}\n"
    ".keys table{table-layout:fixed}.keys th:first-child{width:9%}.keys tr>:nth-child(2){width:16%}"
    ".keys tr>:nth-child(5){width:8%}.keys tr>:nth-child(6){width:20%}\n"
    ".series{margin:0 0 1rem;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:6px;"
    "break-inside:avoid}\n"
    ".figure{margin:.75rem 0 .25rem;padding:0 1.25rem 0 3.6rem}\n"
    "details{margin:.35rem 0}summary{cursor:pointer}details.more>summary{color:var(--accent);"
    "font-size:.875rem}\n"
    "details.line{margin:0;padding:.4rem 0;border-bottom:1px solid var(--line)}\n"
    "details.line[open]{padding-bottom:1rem}\n"
    ".name{font-weight:600;overflow-wrap:anywhere;unicode-bidi:isolate}\n"
    ".brief{float:right;margin-left:1rem;color:var(--dim);font-size:.875rem;"
    "font-variant-numeric:tabular-nums}\n"
    "summary::after{content:\"\";display:block;clear:both}\n"
    "pre{margin:.5rem 0;padding:.75rem;background:var(--card);border-radius:4px;font:12px/1.5 ui-monospace,"
    "SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;white-space:pre-wrap;"
    "overflow-wrap:anywhere}\n",
    ".defs{position:absolute}.sign{overflow:visible}.chart{display:block;overflow:visible}.chart text{font-size:11px;"
    "fill:var(--dim);font-variant-numeric:tabular-nums}.chart .k{fill:var(--ink)}\n"
    ".e{text-anchor:end}.m{text-anchor:middle}\n"
    ".chart path,.sign path{vector-effect:non-scaling-stroke;fill:none}\n"
    ".edge{stroke:var(--edge)}.rule{stroke:var(--line);stroke-dasharray:2 3}.base{stroke:var(--dim)}\n"
    ".chart .after,.sign .after{fill:var(--wash);stroke:var(--accent)}\n"
    ".before{stroke:var(--ink);stroke-width:1.75;stroke-dasharray:5 2}\n"
    ".band{fill:var(--line);fill-opacity:.55}.link{stroke:var(--dim);stroke-width:1}\n"
    ".trip{stroke:var(--red);stroke-width:1.25}\n"
    "#b{fill:var(--paper);stroke:var(--ink);stroke-width:2}#c{fill:var(--accent)}\n"
    "#f{fill:var(--red);stroke:var(--paper)}#r,.run{stroke:var(--ink);stroke-width:1.25;stroke-opacity:.6}\n"
    "#g,#l,#v{stroke:var(--ink);stroke-width:1.5;fill:none}#t{stroke:var(--red);stroke-width:2.5;fill:none}\n"
    "@media(max-width:640px){body{padding:1rem .75rem 3rem}.w{display:none}.series{padding:.75rem}"
    ".figure{padding:0 1rem 0 3.1rem}.brief{float:none;display:block;margin:0}h1{font-size:1.3rem}"
    "table{font-size:.8rem}th,td{padding-right:.35rem}}\n"
    /* A row of many columns becomes a block, whose cells say what they are. */
    "@media(max-width:640px){.keys thead,.facts thead{position:absolute;clip-path:inset(50%)}"
    ".keys tr,.facts tr{display:grid;padding:.25rem 0;border-bottom:1px solid var(--line)}"
    ".keys tr>*,.facts tr>*{border:0;padding:0 .35rem 0 0;text-align:left}"
    ".keys tr{grid-template-columns:3rem auto auto auto 1fr auto}.keys tr>:nth-child(n){width:auto}"
    ".keys tr>:nth-child(2){grid-column:2/5}.keys tr>:nth-child(6){grid-column:5/7;grid-row:1;padding:0;"
    "text-align:right}.keys tr>:nth-child(3){grid-column:2;grid-row:2}"
    ".keys tr>:nth-child(4){grid-column:3}.keys tr>:nth-child(5){grid-column:4}"
    ".keys tr>:nth-child(7){grid-column:5}.keys tr>:nth-child(8){grid-column:6}"
    ".keys tr>:nth-child(n+7){text-align:right}.keys tr>:last-child{padding:0}"
    ".keys td:nth-child(4)::before{content:\"\\2192\\a0\"}"
    ".keys td:nth-child(7):not(:empty)::before{content:\"trip\\a0\"}"
    ".keys td:nth-child(8):not(:empty)::before{content:\"at\\a0\"}"
    ".facts tr{grid-template-columns:5rem 1fr}.facts tr>td{grid-column:2}.facts tr>td:nth-child(2){grid-row:1}"
    ".facts td:nth-child(3)::before{content:\"commit \"}.facts td:nth-child(4)::before{content:\"profile \"}"
    ".facts td:nth-child(5)::before{content:\"window \"}.facts td:nth-child(6)::before{content:\"runs \"}}\n"
    "@media print{:root{--ink:#000;--dim:#444;--paper:#fff;--line:#bbb;--edge:#e4e4e4;--accent:#0b57c2;"
    "--wash:#b9d2f6;--red:#c1121f}body{max-width:none;padding:0;font-size:10pt}"
    "*{print-color-adjust:exact}}\n",
};

#define STYLE_HASH "sha256-qC/g1UWAh7zfb1EKRC6DI39DshApWeVNvgMFevLg+2Y="

static const char shapes[] =
    "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
    "<circle id=\"b\" r=\"4.5\"/><path id=\"c\" d=\"M0-6L6 0 0 6-6 0z\"/>"
    "<path id=\"f\" d=\"M0-7L7 6H-7z\"/><path id=\"r\" d=\"M0-5V5\"/><path id=\"g\" d=\"M8-4l4 4-4 4\"/>"
    "<path id=\"v\" d=\"M-4-4l8 8m0-8l-8 8\"/><path id=\"t\" d=\"M0-11V11M-4-11H4M-4 11H4\"/>"
    "<path id=\"l\" d=\"M-8-4l-4 4 4 4\"/></defs></svg>\n";

/* The length of the word in capitals that a verdict begins with: "CANNOT JUDGE". */
static size_t word_length(const char *total)
{
    size_t length = strspn(total, "ABCDEFGHIJKLMNOPQRSTUVWXYZ ");

    while (length > 0 && total[length - 1] == ' ')
        length--;
    return length;
}

enum rg_html_tone rg_html_tone_of(enum rg_exit exit)
{
    return exit == RG_EXIT_PASS ? RG_HTML_GOOD : exit == RG_EXIT_FAIL ? RG_HTML_BAD : RG_HTML_OPEN;
}

static void put_verdict(struct rg_buffer *out, const char *word, const char *sentence, enum rg_html_tone tone)
{
    static const struct {
        const char *class_name;
        const char *sign; /* a tick, a cross, a dash */
    } looks[] = {[RG_HTML_GOOD] = {"good", "M6 17l7 7 13-16"},
                 [RG_HTML_PARTIAL] = {"good partial", "M6 17l7 7 13-16"},
                 [RG_HTML_BAD] = {"bad", "M7 7l18 18m0-18L7 25"},
                 [RG_HTML_OPEN] = {"open", "M6 16H26"}};

    rg_buffer_printf(out,
                     "<header class=\"verdict %s\">\n<svg width=\"32\" height=\"32\" aria-hidden=\"true\">"
                     "<path d=\"%s\"/></svg>\n<div><h1>",
                     looks[tone].class_name, looks[tone].sign);
    rg_escape_xml(out, word);
    rg_buffer_puts(out, "</h1>");
    rg_html_paragraph(out, "sentence", sentence);
    rg_buffer_puts(out, "</div>\n</header>\n<main>\n");
}

void rg_html_begin(struct rg_buffer *out, const char *subject, const char *total, enum rg_html_tone tone)
{
    size_t length = word_length(total);
    const char *sentence = total + length + strspn(total + length, ":, ");
    struct rg_buffer word;

    rg_buffer_init(&word, RG_TEXT_MAX);
    rg_buffer_add(&word, total, length);
    rg_buffer_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                        "style-src '" STYLE_HASH "'; base-uri 'none'; form-action 'none'\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    rg_escape_xml(out, rg_buffer_text(&word));
    rg_buffer_printf(out, ": %s</title>\n<style>", subject);
    for (size_t i = 0; i < sizeof style / sizeof style[0]; i++)
        rg_buffer_puts(out, style[i]);
    rg_buffer_printf(out, "</style>\n</head>\n<body>\n%s", shapes);
    put_verdict(out, rg_buffer_text(&word), sentence, tone);
    rg_buffer_inherit(out, &word);
    rg_buffer_release(&word);
}

void rg_html_end(struct rg_buffer *out)
{
    rg_buffer_puts(out, "</main>\n</body>\n</html>\n");
}

static void put_sign(struct rg_buffer *out, const char *shape)
{
    rg_buffer_puts(out, "<svg class=\"sign\" width=\"18\" height=\"18\" aria-hidden=\"true\">");
    if (shape[0] == '#')
        rg_buffer_printf(out, "<use href=\"%s\" x=\"%d\" y=\"9\"/>", shape,
                         shape[1] == 'g'   ? 0
                         : shape[1] == 'l' ? 18
                                           : 9);
    else if (strcmp(shape, "band") == 0)
        rg_buffer_puts(out, "<rect class=\"band\" y=\"3\" width=\"18\" height=\"12\"/>");
    else
        rg_buffer_printf(out, "<path class=\"%s\" d=\"M1 15V9H6V3H12V15z\"/>", shape);
    rg_buffer_puts(out, "</svg>");
}

void rg_html_legend(struct rg_buffer *out, const struct rg_html_sign *signs, size_t count)
{
    rg_buffer_puts(out, "<ul class=\"legend\">\n");
    for (size_t i = 0; i < count; i++) {
        rg_buffer_puts(out, "<li>");
        put_sign(out, signs[i].shape);
        rg_escape_xml(out, signs[i].meaning);
        rg_buffer_puts(out, "</li>\n");
    }
    rg_buffer_puts(out, "</ul>\n");
}

void rg_html_paragraph(struct rg_buffer *out, const char *class_name, const char *text)
{
    if (text[0] == '\0')
        return;
    rg_buffer_printf(out, "<p class=\"%s\">", class_name);
    rg_escape_xml(out, text);
    rg_buffer_puts(out, "</p>\n");
}

void rg_html_list(struct rg_buffer *out, const char *heading, const char *const *texts, size_t count)
{
    if (count == 0)
        return;
    rg_buffer_printf(out, "<h2>%s</h2>\n<ul>\n", heading);
    for (size_t i = 0; i < count; i++) {
        rg_buffer_puts(out, "<li>");
        rg_escape_xml(out, texts[i]);
        rg_buffer_puts(out, "</li>\n");
    }
    rg_buffer_puts(out, "</ul>\n");
}

void rg_html_key_begin(struct rg_buffer *out, const char *key, const char *sentence, bool folded, bool bad)
{
    if (folded) {
        rg_buffer_puts(out, "<details class=\"line\"><summary><span class=\"name\">");
        rg_escape_xml(out, key);
        rg_buffer_puts(out, "</span> <span class=\"brief\">");
        rg_escape_xml(out, sentence);
        rg_buffer_puts(out, "</span></summary>\n");
        return;
    }
    rg_buffer_puts(out, "<article class=\"series\">\n<h3>");
    rg_escape_xml(out, key);
    rg_buffer_puts(out, "</h3>\n");
    rg_html_paragraph(out, bad ? "bad" : "note", sentence);
}

void rg_html_key_end(struct rg_buffer *out, bool folded)
{
    rg_buffer_puts(out, folded ? "</details>\n" : "</article>\n");
}

void rg_html_folded(struct rg_buffer *out, const char *title, const char *lines)
{
    struct rg_buffer line;

    rg_buffer_init(&line, RG_TEXT_MAX);
    rg_buffer_printf(out, "<details class=\"more\"><summary>%s</summary>\n<pre>", title);
    for (size_t length; *lines != '\0'; lines += length + (lines[length] == '\n')) {
        length = strcspn(lines, "\n");
        rg_buffer_clear(&line);
        rg_buffer_add(&line, lines, length);
        rg_escape_xml(out, rg_buffer_text(&line));
        rg_buffer_putc(out, '\n');
    }
    rg_buffer_puts(out, "</pre>\n</details>\n");
    rg_buffer_inherit(out, &line);
    rg_buffer_release(&line);
}
