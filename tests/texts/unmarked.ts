import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { isNode, type Node, nodesIn, nodesOf } from '#api/build/syntax.ts';

const root = join(import.meta.dirname, '../..');
const sources = ['src/**/*.{ts,tsx}', 'sw/**/*.ts', 'api/contract/**/*.ts'];
/** Files without texts of the site: tables of stored values and of names, words of searches. */
const leftOut =
  /^api\/contract\/(?:parts-list|bike-options|components|categories|search\/(?:synonyms|tokens))|language-names/;

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`;
  return typeof node.name === 'string' ? node.name : '';
};

/** Attributes whose strings are not for people, and those that the build translates. */
const checkedAttributes =
  /^(?:class(?:Name)?|id|name|key|type|role|rel|as|to|href|src\w*|sizes|d|points|viewBox|transform|style|autoComplete|inputMode|enterKeyHint|form\w*|htmlFor|accept|allow|method|kind|mark|fill|stroke\w*|fontFamily|pattern|target|loading|decoding|referrerPolicy|sandbox|http-?equiv|property|data-.*|aria-.*|title|label|placeholder|alt|about|hint|caption|heading)$/i;
/** Functions whose strings are not for people: logs, selectors, headers, keys. */
const technicalCalls =
  /(?:^|\.)(?:log|console|debug|warn|info|fatal|header|headers|get|set|append|has|delete|startsWith|endsWith|includes|split|replaceAll|replace|match|test|querySelector(?:All)?|closest|matches|getItem|setItem|addEventListener|removeEventListener|createElement|matchMedia|supports|exec|useLive|setHeader|getHeader|Symbol|picklist|literal|variant|endpoint|labelsOf)$/;
/** Codes, paths and names of headers. */
const isTechnical =
  /^(?:[A-Za-z]?[a-z]+[A-Z]\w*|[\w.:/@-]*[./@][\w.:/@-]+|(?:Accept|Cache|Content|Cross|If|Last|Set|User|X)-[\w-]+)$/;
/** Style sheets, markup, headers and keys of tables. */
const isCode = /[{}<>]|=>|;\s*$|^[&:.@'"]|\w\((?!s\))|max-age|\d(?:vw|rem)|charset|no-store|Accept-|\.\s\./;

/** A phrase of several words. Single words may be stored values, which the compiler tells from texts. */
function isPhrase(text: string): boolean {
  const shown = text.replace(/\s+/g, ' ').trim();
  if (isTechnical.test(shown) || isCode.test(text)) return false;
  return /\p{L}{2,}[,.:;!?]?\s+\S*\p{L}{2}/u.test(shown) && /\p{Lu}|[.!?]$/u.test(shown);
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  return nodesOf(node.quasis)
    .map(({ value }) => (value as { cooked: string }).cooked)
    .join(' ');
}

function collect(node: Node, found: (text: string) => void): void {
  const { type } = node;
  if (type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(type)) return;
  if (/^(?:Import|ExportAll|TaggedTemplate|JSXText)/.test(type)) return;
  if (type === 'JSXAttribute' && checkedAttributes.test(nameOf(node.name)) && isNode(node.value)) {
    if (node.value.type !== 'JSXExpressionContainer') return;
  }
  if (type === 'NewExpression' && /Error$/.test(nameOf(node.callee))) return;
  if (type === 'CallExpression' && technicalCalls.test(nameOf(node.callee))) {
    for (const child of nodesIn(node)) if (textOf(child) === null) collect(child, found);
    return;
  }
  const text = textOf(node);
  if (text !== null && isPhrase(text)) found(text);
  const isKey = type === 'Property' && !node.computed;
  for (const child of isKey ? nodesOf(node.value) : nodesIn(node)) collect(child, found);
}

/** Returns the phrases of the page's code that are neither in JSX nor marked as texts, as `file: phrase`. */
export async function unmarkedTexts(): Promise<string[]> {
  const files = (await Array.fromAsync(glob(sources, { cwd: root }))).filter((file) => !leftOut.test(file)).sort();
  const found: string[] = [];
  for (const file of files) {
    const { program } = parseSync(file, await readFile(join(root, file), 'utf8'));
    collect(program as unknown as Node, (text) => found.push(`${file}: ${text.replace(/\s+/g, ' ')}`));
  }
  return found;
}
