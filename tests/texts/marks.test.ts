import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { expect, test } from 'vitest';
import { finishTexts } from '#api/build/finish-texts.ts';
import { markTexts, type Text } from '#api/build/mark-texts.ts';
import { ensureBuilt } from '#api/cli/build.ts';
import type { Catalog } from '#api/languages/catalog.ts';
import { pluralForms } from '#api/languages/grammar.ts';
import { catalogLanguages, type SiteLanguage } from '#contract/languages.ts';

const dist = join(import.meta.dirname, '../../dist');

function textsIn(code: string): Omit<Text, 'start'>[] {
  const texts: Omit<Text, 'start'>[] = [];
  markTexts('one.tsx', code, ({ key, kind, values }) => texts.push({ key, kind, values }));
  return texts;
}

/** A stand-in for React: an element is written as text. */
const jsx = (type: string, { children }: { children?: unknown }) => `<${type}>${[children].flat(9).join('')}</${type}>`;

/** Runs a module of JSX in a language, and returns its `result`. */
async function run(code: string, language: SiteLanguage, texts: Record<string, string> = {}): Promise<unknown> {
  const marked = markTexts('one.tsx', code) ?? code;
  const { code: plain } = await transformWithOxc(marked, 'one.tsx', {
    jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: '"fragment"' },
  });
  const finished = finishTexts(plain, language, new Map(Object.entries(texts)), 'one.js');
  const h = (type: string, props: object | null, ...children: unknown[]) => jsx(type, { ...props, children });
  const many =
    (count: number) =>
    (forms: string, ...values: unknown[]): string => {
      const rule = new Intl.PluralRules(language);
      const all = forms.split('|');
      const form = all[pluralForms[language].indexOf(rule.select(count))] ?? all.at(-1) ?? '';
      return form.replace(/#|\{(\d+)\}/g, (_, at) => String(at ? values[at] : count));
    };
  return new Function('h', 'many', `${finished.replace('const result =', 'return')}`)(h, many);
}

test('a sentence of JSX with elements and values is one text, and what surrounds it is none', () => {
  const code = `<p><Icon aria-hidden="true" /> New here? <Link to="/signup">Sign <b>up</b></Link>, {name}.
    <Clock /></p>`;
  expect(textsIn(code)).toEqual([
    {
      key: 'New here? <0>Sign <1>up</1></0>, {2}.',
      kind: 'jsx',
      values: ['<Link to="/signup">', '<b>', '{name}'],
    },
  ]);
});

test('an element without words that a sentence continues in is a value of it', () => {
  const code = '<p>Signed in <Ago time={at} />. <b>Last seen <Ago time={last} /></b></p>';
  expect(textsIn(code)).toEqual([
    {
      key: 'Signed in {0}. <1>Last seen {2}</1>',
      kind: 'jsx',
      values: ['<Ago time={at} />', '<b>', '<Ago time={last} />'],
    },
  ]);
});

test('attributes for people, templates, plurals and contexts are texts; those for machines are none', () => {
  const code = `
    const a = <img alt="A bike" className="wide" title={t\`By \${owner}\`} />;
    const b = many(count)\`# bike of \${owner}|# bikes of \${owner}\`;
    const c = t.as('verb')\`Open\`;
    const d = other\`Not a text\`;`;
  expect(textsIn(code).map(({ key, kind }) => [kind, key])).toEqual([
    ['text', 'A bike'],
    ['text', 'By {0}'],
    ['plural', '# bike of {0}|# bikes of {0}'],
    ['text', 'verb\u0004Open'],
  ]);
});

test('white space is folded, no-break spaces stay, and an unknown entity fails', () => {
  expect(textsIn('<p>\n  One\n  two&nbsp;km\n</p>').map(({ key }) => key)).toEqual(['One two\u00a0km']);
  expect(() => textsIn('<p>One&hellip;</p>')).toThrow('&hellip;');
});

test('English is what was written', async () => {
  const code = `const name = 'Ann'; const result = <p>New here, {name}? <a>Sign up</a>. <i /></p>;`;
  expect(await run(code, 'en')).toBe('<p>New here, Ann? <a>Sign up</a>. <i></i></p>');
});

test('a translation may change the order of values and elements, and quotes and backslashes stay text', async () => {
  const texts = { 'New here, {0}? <1>Sign up</1>.': '<1>Registrier "dich"</1>, {0}: neu \\ `hier`?' };
  const code = `const name = 'Ann'; const result = <p>New here, {name}? <a>Sign up</a>.</p>;`;
  expect(await run(code, 'de', texts)).toBe('<p><a>Registrier "dich"</a>, Ann: neu \\ `hier`?</p>');
  const open = '$' + '{x}';
  const template = { 'By {0}': `Von \`${open}\` {0}\\` };
  expect(await run(`const name = 'Ann'; const result = t\`By \${name}\`;`, 'de', template)).toBe(
    `Von \`${open}\` Ann\\`,
  );
});

test('a value is shown as it is, also if it looks like a mark of a text', async () => {
  const name = '{0}|#<1>$&';
  const code = `const name = ${JSON.stringify(name)}; const result = many(2)\`# bike of \${name}|# bikes of \${name}\`;`;
  expect(await run(code, 'en')).toBe(`2 bikes of ${name}`);
  expect(await run(code, 'ja', { '# bike of {0}|# bikes of {0}': '{0}の自転車#台' })).toBe(`${name}の自転車2台`);
});

test('a text that the minifier has merged with another is translated in both branches', () => {
  const code = 'x=__t(isOwn?"Your bike":"Their bike")';
  const catalog: Catalog = new Map([['Your bike', 'Dein Rad']]);
  expect(finishTexts(code, 'de', catalog, 'one.js')).toBe('x=(isOwn?"Dein Rad":"Their bike")');
  expect(() => finishTexts('x=__t(text)', 'de', catalog, 'one.js')).toThrow('no literal');
});

test('stored values have names in other languages, and are themselves in English', () => {
  expect(finishTexts('f=__l("category")', 'en', new Map(), 'one.js')).toBe('f=a=>a');
  const catalog: Catalog = new Map([['category\u0004Road', 'Rennrad']]);
  const name = new Function(`return ${finishTexts('__l("category")', 'de', catalog, 'one.js')}`)() as (
    value: string,
  ) => string;
  expect([name('Road'), name('Unknown')]).toEqual(['Rennrad', 'Unknown']);
});

test('the page takes the plural form that Intl names, in each language', () => {
  for (const language of catalogLanguages) {
    const code = finishTexts('__p(n)', language, new Map(), 'one.js');
    const formOf = new Function('n', `return ${code}`) as (count: number) => number;
    const forms = pluralForms[language];
    for (let count = 0; count <= 210; count += 1) {
      const category = new Intl.PluralRules(language).select(count);
      expect(forms[formOf(count)] ?? forms.at(-1), `${language} ${count}`).toBe(
        forms.includes(category) ? category : forms.at(-1),
      );
    }
  }
});

test('the build has no mark left', async () => {
  await ensureBuilt();
  const scripts = await Array.fromAsync(glob(['assets/*.js', 'worker*.js', '.ssr/*.js'], { cwd: dist }));
  expect(scripts.length).toBeGreaterThan(50);
  const marked = await Promise.all(
    scripts.map(async (file) => (/\b__[tjmlp]\(/.test(await readFile(join(dist, file), 'utf8')) ? [file] : [])),
  );
  expect(marked.flat()).toEqual([]);
});
