import { execFile } from 'node:child_process';
import { glob, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sampleContents } from '#api/features/digest/digest.sample.ts';
import { bannedMail } from '#api/features/moderation/moderation.mails.ts';
import { mails } from '#api/mails.ts';
import { withLanguage } from '#api/platform/languages.ts';
import { htmlOf } from '#api/platform/mail/letter-html.ts';
import { textOf } from '#api/platform/mail/letter-text.ts';
import { mailTextFaults } from '#api/platform/mail/mail-text.ts';
import { siteLanguageTags } from '#contract/languages.ts';
import { screenOf } from '#src/app/screens.ts';

const root = join(import.meta.dirname, '../..');
const origin = 'https://headbadge.example';
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const decoded = (text: string) => text.replace(/&(lt|gt|quot|#39|amp);/g, (whole, name) => entities[name] ?? whole);
/** The text of an HTML mail, below the wordmark. */
const readOf = (page: string) =>
  decoded(
    page
      .replace(/^[\s\S]*<body/, '<body')
      .replace(/<div class="preheader"[\s\S]*?<\/div>/, '')
      .replace(/<td class="wordmark"[\s\S]*?<\/td>/, '')
      .replace(/<[^>]*>/g, ' '),
  );
/** The words. Addresses are compared on their own: HTML need not show them. */
const tokensOf = (text: string): string[] => text.replace(/https?:\/\/\S+/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
const urlsOf = (text: string) => new Set(text.match(/https?:\/\/[^\s<>"]+/g));
const hrefsOf = (page: string) => new Set([...page.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => decoded(href)));

const named = mails.map((mail) => [mail.name, mail] as const);

test('every kind of mail that a feature exports is in the one list, under its own name', async () => {
  const files = await Array.fromAsync(glob('api/features/*/*.mails.ts', { cwd: root }));
  expect(files.length).toBeGreaterThan(0);
  const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(join(root, file))));
  const exported = modules.flatMap((one) => Object.values(one));
  expect(new Set<unknown>(mails)).toEqual(new Set(exported));
  expect(new Set(mails.map(({ name }) => name)).size).toBe(exported.length);
  for (const { name, when } of mails)
    expect([name, when]).toEqual([expect.stringMatching(/^[a-z-]+$/), expect.stringMatching(/\.$/)]);
});

test.each(named)(
  'the mail %s has the same content as text and HTML, and links to pages of this site',
  async (_, mail) => {
    const letter = mail.preview();
    const [text, page] = [textOf(letter, origin), await htmlOf(letter, origin)];
    expect(tokensOf(text).length).toBeGreaterThan(20);
    expect(tokensOf(readOf(page))).toEqual(tokensOf(text));
    expect(hrefsOf(page)).toEqual(urlsOf(text));
    for (const href of hrefsOf(page)) {
      const { origin: there, pathname } = new URL(href);
      expect(there).toBe(origin);
      expect([pathname, screenOf(pathname)?.path]).toEqual([pathname, expect.stringMatching(/^\//)]);
    }
    expect(letter.subject).not.toMatch(/[\r\n]/);
  },
);

test.each(named)(
  'the HTML of the mail %s loads nothing but our pictures, executes nothing and supports dark mode',
  async (_, mail) => {
    const page = await htmlOf(mail.preview(), origin);
    expect(page).toMatch(/^<!doctype html>\n<html lang="en"/);
    const pictures = page.match(/<img\b[^>]*>/g) ?? [];
    for (const picture of pictures)
      expect(picture).toMatch(
        / src="https:\/\/headbadge\.example\/images\/bikes\/[^"]+\.webp" alt="[^"]+" width="\d+" /,
      );
    const rest = page.replace(/<img\b[^>]*>/g, '');
    expect(rest).not.toMatch(/<(?:script|link|iframe|object|form|svg)\b|\ssrc=|\son\w+=|url\(|@import|@font-face/i);
    expect(page).toContain('<meta name="color-scheme" content="light dark">');
    expect(page).toContain('@media (prefers-color-scheme: dark)');
    expect(page).toContain('max-width:600px');
  },
);

const hostile =
  'ann</td><script>alert(1)</script>"\' onload=x &amp; <img src=//x>\r\nBcc: all@example.org\u2028Evil line';

/** What members typed in a weekly mail. */
const typed = JSON.parse(JSON.stringify(sampleContents), (name, value) =>
  ['brand', 'model', 'nickname', 'username', 'alt', 'title'].includes(name) && value !== '' ? hostile : value,
);

test.each(named)('in the mail %s hostile values stay text, on their own line', async (_, mail) => {
  // A time is no typed text.
  const sent = (name: string) => (/until$|^at$/i.test(name) ? new Date() : name === 'contents' ? typed : hostile);
  const values = new Proxy({}, { get: (_, name) => sent(String(name)) });
  const letter = mail.write(values as never);
  const page = await htmlOf(letter, origin);
  expect(page).not.toMatch(/<script|<img src=\/\/x|alert\(1\)<\/script/);
  expect(hrefsOf(page)).toEqual(urlsOf(textOf(letter, origin)));
  const plain = await htmlOf(mail.preview(), origin);
  const tags = (html: string) => html.match(/<\/?\w+/g);
  expect(tags(page.replace(/<br>/g, ''))).toEqual(tags(plain.replace(/<br>/g, '')));
  // Only quoted text has lines, which are marked.
  for (const line of textOf(letter, origin).split('\n')) expect(line).not.toMatch(/^(?:Bcc|Evil)|[\r\u2028]/);
  expect(tokensOf(readOf(page))).toEqual(tokensOf(textOf(letter, origin)));
});

test('a name that mail programs would turn into a link is left out of the greeting', async () => {
  const letter = (hello: string) => ({ to: 'ann@example.org', subject: 'Hello', hello, body: ['Hello.'] });
  for (const name of ['www.spam.example', 'cheap.shop', 'a@b.example', 'https://x']) {
    expect(textOf(letter(name), origin)).not.toContain(name);
    expect(await htmlOf(letter(name), origin)).not.toContain(name);
  }
  for (const name of ['ann', 'ann_rider-7']) expect(textOf(letter(name), origin)).toContain(`Hello ${name},`);
});

test('a command lists every mail and writes each as text and as HTML', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headbadge-letters-'));
  try {
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, ['api/cli/mails.ts', ...args], { cwd: root });
    const [{ stdout: list }, { stdout }] = await Promise.all([run(), run(join(folder, 'new'))]);
    for (const { name, when } of mails)
      for (const output of [list, stdout]) expect(output).toContain(`${name}: ${when}`);
    const names = mails.flatMap(({ name }) => [`${name}.html`, `${name}.txt`]);
    expect(new Set(await readdir(join(folder, 'new')))).toEqual(new Set(names));
    const first = mails[0];
    expect(await readFile(join(folder, 'new', `${first?.name}.txt`), 'utf8')).toContain(first?.preview().subject);
    await expect(run('--help')).rejects.toThrow('npm run mails');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test.each(named)(
  'the built-in text of the mail %s, saved as it is, makes the same mail in every language',
  async (_, mail) => {
    for (const language of siteLanguageTags) {
      await withLanguage(language, async () => {
        const { subject, text, required } = mail.builtIn();
        if (!text) return;
        expect(mail.preview('Bikes', { subject, text })).toEqual(mail.preview('Bikes'));
        // A value that is required is in the text as one.
        for (const name of required) expect(text).toContain(`{${name}}`);
        expect(text).not.toContain('18');
      });
    }
  },
);

test("an operator's text cannot lose a value or name another, and holds no HTML", () => {
  const deleted = mails.find(({ name }) => name === 'deleted');
  const builtIn = deleted?.builtIn();
  if (!builtIn) throw new Error('There is no such mail.');
  expect(builtIn.values).toEqual(['site', 'until', 'username']);
  expect(builtIn.required).toEqual(['until']);
  const faults = (subject: string, text: string) => mailTextFaults({ subject, text }, builtIn);
  expect(faults('Bye, {username}', 'Until {until} you can come back to {site}. 2 < 3 > 1')).toEqual({});
  expect(faults('Bye {token}', 'Bye.')).toEqual({
    subject: ['This mail has no value {token}. It has: {site}, {until}, {username}.'],
    text: ['Say also {until}: nothing else in this mail does.'],
  });
  expect(faults('Bye', '<a href="//x">Until {until}</a>')).toEqual({
    text: ['Write plain text: <a href="//x"> would be read as it is.'],
  });
});

test("an operator's text replaces the paragraphs only, and its values are never read as names again", () => {
  const letter = bannedMail.write(
    { username: 'ann', email: 'ann@example.org', reason: '{site} {username} $&' },
    'Bikes',
    {
      subject: 'Closed: {username}',
      text: 'Dear {username},\n \nwe closed it: {reason}\nSorry.',
    },
  );
  expect(letter.subject).toBe('Closed: ann');
  expect(letter.body).toEqual([
    'Dear ann,',
    'we closed it: {site} {username} $&\nSorry.',
    { action: 'Write to us', page: '/contact' },
  ]);
  // A stranger's name that is an advert.
  const data = { username: 'cheap.shop', email: 'ann@example.org', reason: 'x' };
  expect(bannedMail.write(data, 'Bikes', { subject: '{username}', text: '{reason}' })).toEqual(
    bannedMail.write(data, 'Bikes'),
  );
});
