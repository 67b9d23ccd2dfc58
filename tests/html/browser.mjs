// Look at HTML pages as a browser does, without a network.
//
// usage: browser.mjs PAGE…                      check them
//        browser.mjs --shots DIRECTORY PAGE…    make pictures of them instead, each narrow and wide, light and dark
//        browser.mjs --shot FILE WIDTH HEIGHT SCHEME PAGE    one picture of the top of a page; HEIGHT 0: of all of it
//
// Checks: html-validate finds no fault; nothing is requested but the page itself; the Content-Security-Policy blocks nothing,
// and does block a style that is not the page's own; no name from outside became an element or an attribute; nothing is wider
// than the page at 400 and at 1280 pixels; axe-core finds no violation, light and dark, with everything unfolded.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import puppeteer from 'puppeteer-core';

const require = createRequire(import.meta.url);
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const WIDTHS = [1280, 400];
const SCHEMES = ['light', 'dark'];
// Elements that a page has no use for: one of them would be a name that was taken for markup.
const FOREIGN = 'script, img, iframe, object, embed, link, form, input, a, base:not(head > base), animate, set, foreignObject';

let checked = 0;
const faults = [];
function check(holds, what) {
    checked += 1;
    if (!holds) {
        faults.push(what);
    }
}

async function open(browser, url, width, scheme, bypass, height = 900) {
    const page = await browser.newPage();
    await page.setViewport({ width, height });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.setBypassCSP(bypass);
    await page.setOfflineMode(!url.startsWith('file:'));
    page.requests = [];
    page.said = [];
    page.on('request', (request) => page.requests.push(request.url()));
    page.on('console', (message) => page.said.push(message.text()));
    page.on('pageerror', (error) => page.said.push(String(error)));
    page.on('dialog', (dialog) => {
        page.said.push(`dialog: ${dialog.message()}`);
        return dialog.dismiss();
    });
    await page.evaluateOnNewDocument(() => {
        globalThis.blocked = [];
        document.addEventListener('securitypolicyviolation', (event) => {
            globalThis.blocked.push(`${event.violatedDirective} ${event.blockedURI}`);
        });
    });
    await page.goto(url, { waitUntil: 'load' });
    return page;
}

const address = (file) => pathToFileURL(path.resolve(file)).href;
const blocked = (page) => page.evaluate(() => globalThis.blocked);
const unfold = (page) => page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) {
        details.open = true;
    }
});

async function checkMarkup(file) {
    const loader = new FileSystemConfigLoader({ root: true, extends: ['html-validate:recommended'] });
    const report = await new HtmlValidate(loader).validateString(fs.readFileSync(file, 'utf8'), file);
    for (const result of report.results) {
        for (const message of result.messages) {
            check(false, `html-validate: line ${message.line}: ${message.ruleId}: ${message.message}`);
        }
    }
    check(report.valid, 'html-validate');
}

async function checkPolicy(browser, url) {
    const page = await open(browser, url, 1280, 'light', false);
    check(page.requests.length === 1 && page.requests[0] === url, `requests: ${page.requests.join(' ')}`);
    await unfold(page);
    const violations = await blocked(page);
    check(violations.length === 0, `blocked by the policy: ${violations.join('; ')}`);
    check(page.said.length === 0, `the browser says: ${page.said.join('; ')}`);
    const foreign = await page.evaluate((selector) => [
        ...Array.from(document.querySelectorAll(selector), (element) => element.outerHTML.slice(0, 80)),
        ...Array.from(document.querySelectorAll('*')).flatMap((element) => Array.from(element.attributes)
            .filter((attribute) => /^on|^style$/.test(attribute.name) || /javascript:/.test(attribute.value))
            .map((attribute) => `${element.tagName} ${attribute.name}`)),
    ], FOREIGN);
    check(foreign.length === 0, `not the page's own: ${foreign.join('; ')}`);
    // The styles are in force, and a foreign one is not: the policy works.
    const styled = await page.evaluate(async () => {
        const tried = document.createElement('p');
        tried.setAttribute('style', 'position: fixed');
        document.body.append(tried);
        await new Promise((resolve) => { setTimeout(resolve, 50); });
        return [getComputedStyle(document.querySelector('.verdict')).display, getComputedStyle(tried).position];
    });
    check(styled[0] === 'flex', 'its own style is in force');
    check(styled[1] === 'static' && (await blocked(page)).length > 0, 'a foreign style is blocked, and reported');
    await page.close();
}

async function checkLook(browser, url, width, scheme) {
    const what = `${width} pixels, ${scheme}`;
    const page = await open(browser, url, width, scheme, true);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    check(await wide() <= width, `${what}, folded: it is ${await wide()} pixels wide`);
    await unfold(page);
    check(await wide() <= width, `${what}, unfolded: it is ${await wide()} pixels wide`);
    await page.evaluate(axe);
    const result = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
    for (const violation of result.violations) {
        check(false, `${what}: axe: ${violation.id}: ${violation.help}: ${violation.nodes.length} times, `
            + `${violation.nodes[0].html.slice(0, 120)}; ${violation.nodes[0].failureSummary}`);
    }
    check(result.violations.length === 0, `${what}: axe`);
    await page.close();
}

async function shoot(browser, url, file, width, height, scheme) {
    const page = await open(browser, url, width, scheme, false, height || 900);
    await page.screenshot({ path: file, fullPage: height === 0 });
    await page.close();
}

async function shootAll(browser, url, directory, name) {
    for (const width of WIDTHS) {
        for (const scheme of SCHEMES) {
            await shoot(browser, url, path.join(directory, `${name}-${width}-${scheme}.png`), width, 0, scheme);
        }
    }
}

async function checkAll(browser, file, url, name) {
    const before = faults.length;
    await checkMarkup(file);
    await checkPolicy(browser, url);
    // Colours do not depend on the width, nor the layout on the colours.
    await checkLook(browser, url, 1280, 'light');
    await checkLook(browser, url, 400, 'dark');
    for (let i = before; i < faults.length; i += 1) {
        faults[i] = `${name}: ${faults[i]}`;
    }
}

const [mode, target, ...given] = process.argv.slice(2);
const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'rungate-browser-'));
const browser = await puppeteer.launch({
    executablePath: process.env.RUNGATE_CHROMIUM ?? '/usr/bin/chromium',
    userDataDir: profile,
    // No name resolves and no proxy is asked: the network is cut.
    args: ['--no-sandbox', '--disable-gpu', '--no-proxy-server', '--host-resolver-rules=MAP * ~NOTFOUND', '--hide-scrollbars'],
});
try {
    if (mode === '--shot') {
        const [width, height, scheme, file] = given;
        await shoot(browser, address(file), target, Number(width), Number(height), scheme);
    } else {
        for (const file of mode === '--shots' ? given : process.argv.slice(2)) {
            const name = path.basename(file, '.html');
            await (mode === '--shots' ? shootAll(browser, address(file), target, name)
                : checkAll(browser, file, address(file), name));
        }
    }
} finally {
    await browser.close();
    fs.rmSync(profile, { recursive: true, force: true });
}
for (const fault of faults) {
    console.error(`FAILED: ${fault}`);
}
if (checked > 0) {
    console.log(`${checked} checks, ${faults.length} failed`);
}
process.exitCode = faults.length > 0 ? 1 : 0;
