import { hkdfSync } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono, type MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { mailboxPage } from '#contract/pages.ts';
import { Problem } from '#contract/problems.ts';
import { idParam, type Visitor } from '../http/kit.ts';
import { isLoopback } from '../settings/config.ts';
import { isSameText } from '../signing-keys.ts';
import { type Eml, readEml } from './eml.ts';

type Letter = Eml & { id: string };

const shown = 50;
/** The content security policy of a mail: inline styles, but no loading, no scripts and no origin. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

const readLetter = async (folder: string, id: string): Promise<Letter> => ({
  id,
  ...readEml(await readFile(join(folder, `${id}.eml`), 'latin1')),
});

async function newestLetters(folder: string): Promise<Letter[]> {
  // The folder does not exist before the first mail.
  const names = await readdir(folder).catch((): string[] => []);
  const newest = names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()
    .slice(0, shown);
  return Promise.all(newest.map((name) => readLetter(folder, name.replace(/\.eml$/, ''))));
}

const link = /(https?:\/\/[^\s<>"']+)/;
const withLinks = (text: string) =>
  text.split(link).map((part) => (link.test(part) ? html`<a href="${part}">${part}</a>` : part));

const letterHtml = ({ id, to, replyTo, subject, date, text, html: letterPage }: Letter) => html`
  <article>
    <h2>${subject}</h2>
    <p class="meta">To ${to}${replyTo && ` · answers go to ${replyTo}`} · ${date}</p>
    <p class="text">${withLinks(text)}</p>
    ${letterPage && html`<p class="meta"><a href="${mailboxPage()}/${id}">See it as HTML</a></p>`}
  </article>`;

const page = (content: unknown): HtmlEscapedString | Promise<HtmlEscapedString> => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Mailbox · Headbadge</title>
    <link rel="stylesheet" href="/mailbox.css">
  </head>
  <body>
    <header><a href="/">Headbadge</a></header>
    <main>
      <h1>Mailbox</h1>
      ${content}
    </main>
  </body>
</html>`;

const letterList = (letters: Letter[]) => html`
  <p class="meta">Mails that this development site would have sent, newest first.</p>
  ${letters.length ? letters.map(letterHtml) : html`<p>No mail yet. Sign up, and your confirmation link lands here.</p>`}`;

const closedText = html`
  <p>The mailbox opens with its code, so that nobody else reads your mails. Open the address that the start has printed:
    it ends with <code>${mailboxPage()}?code=</code> and the code.</p>`;

// The site's design tokens as values, because this page is not part of the build.
const css = `
:root { color-scheme: light dark; --ground: light-dark(oklch(98.2% 0.002 220), oklch(17.5% 0.006 235));
  --surface: light-dark(oklch(100% 0 0), oklch(21.5% 0.008 235)); --line: light-dark(oklch(88.5% 0.005 225), oklch(31% 0.01 235));
  --ink: light-dark(oklch(21% 0.012 240), oklch(95% 0.004 220)); --ink-2: light-dark(oklch(45% 0.014 235), oklch(74% 0.01 225));
  --badge: oklch(86% 0.172 91); --on-badge: oklch(21% 0.012 240); --focus: light-dark(oklch(48% 0.17 255), oklch(86% 0.172 91)); }
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 1rem/1.5 Archivo, system-ui, sans-serif; }
header { background: var(--badge); padding: .75rem clamp(1rem, .25rem + 3vw, 3rem); }
header a { color: var(--on-badge); font-weight: 700; letter-spacing: .015em; text-decoration: none; text-transform: uppercase; }
main { display: grid; gap: 1rem; max-inline-size: 44rem; margin-inline: auto; padding: 2rem clamp(1rem, .25rem + 3vw, 3rem); }
h1 { font-size: 2rem; line-height: 1.04; letter-spacing: -.022em; }
h2 { font-size: 1.125rem; line-height: 1.25; }
article { background: var(--surface); border: 1px solid var(--line); border-radius: 3px; display: grid; gap: .5rem; padding: 1rem; }
.meta { color: var(--ink-2); font-size: .875rem; }
.text { overflow-wrap: anywhere; white-space: pre-wrap; }
a { color: inherit; text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;

/** Headers that proxies add. Behind a proxy the mailbox would be open to all visitors. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
];

/**
 * Lets only this machine's browser through. Another site's host name can be pointed at this machine, and its pages
 * would read the links here (DNS rebinding); a proxy may use this machine's name for everybody.
 */
const thisMachineOnly: MiddlewareHandler = async (c, next) => {
  const { hostname } = new URL(c.req.url);
  const isProxied = proxyHeaders.some((name) => c.req.header(name) !== undefined);
  if (!isLoopback(hostname) || isProxied) throw new Problem('not_found');
  await next();
};

/** The code that opens the mailbox in a browser. @param key a secret of the site */
export const mailboxCode = (key: string): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'mailbox-v1', 18)).toString('base64url');

const cookie = 'mailbox';
/** Browsers keep no cookie for longer (RFC 6265bis, 5.5). */
const cookieSeconds = 400 * 24 * 3600;

/** Lets only browsers through that know the code: a proxy that names no visitor looks like this machine. */
const withCode =
  (code: string): MiddlewareHandler =>
  async (c, next) => {
    const isRight = (text = '') => isSameText(text, code);
    c.header('Cache-Control', 'no-store');
    if (isRight(c.req.query('code'))) {
      setCookie(c, cookie, code, { path: mailboxPage(), httpOnly: true, sameSite: 'Lax', maxAge: cookieSeconds });
      return c.redirect(mailboxPage(), 303);
    }
    if (!isRight(getCookie(c, cookie))) return c.html(page(closedText), 403);
    await next();
  };

/**
 * A page at `/mailbox` that lists every mail with its links, and one page for each mail's HTML. Only for a development
 * site on this machine.
 * @param folder the mailer's folder of .eml files
 * @param code opens it
 */
export const mailboxRoutes = (folder: string, code: string) =>
  new Hono<Visitor>()
    .use(`${mailboxPage()}/*`, thisMachineOnly, withCode(code))
    .get(mailboxPage(), async (c) => c.html(page(letterList(await newestLetters(folder)))))
    .get(`${mailboxPage()}/:letterId`, async (c) => {
      const letter = await readLetter(folder, idParam(c, 'letterId')).catch(() => null);
      if (!letter?.html) throw new Problem('not_found');
      c.set('policy', mailPolicy);
      return c.html(letter.html);
    })
    .get('/mailbox.css', (c) => c.body(css, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
