import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'vite';

type Node = { type: string; [key: string]: unknown };
type Found = (text: string) => void;

const root = join(import.meta.dirname, '../..');
const sources = ['src/**/*.{ts,tsx}', 'sw/**/*.ts', 'api/**/*.ts', 'vite.config.ts'];
/** Files without texts of the site: tests, the database, sample members' own words, tables of names, scripts. */
const leftOut =
  /\/tests\/|^api\/(?:embedded-mongo|demo\/(?!welcome))|^api\/contract\/(?:parts-list|search\/(?:synonyms|tokens))|language-names|remove-worker|challenge\.frame|mailbox/;
/** Server files that hold no tables of labels: their single words are stored values. */
const holdsValues =
  /^api\/(?!contract\/(?:bike-|categories|components|flag-reasons|photos|contact|dates)|(?:build|cli)\/|demo\/)|^sw\/|^vite/;
/** Server files whose errors a person reads: an operator, in the terminal. */
const tellsErrors =
  /^api\/(?:(?:build|cli)\/|database\.ts|platform\/(?:settings\/(?:config|data-dir|[a-z-]*setting)|storage\/))/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flatMap((value) => [value].flat().filter(isNode));
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`;
  return typeof node.name === 'string' ? node.name : '';
};

const unescaped = (text: string) => text.replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&');
const plain = (text: string) => text.replace(/\s+/g, ' ');

/** Returns the text of a literal, a template or a concatenation, `{…}` for each value in it; null for other nodes. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral') {
    const parts = nodesOf(node.quasis).map(({ value }) => (value as { cooked: string }).cooked);
    return parts.join('{…}');
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const [left, right] = [node.left as Node, node.right as Node].map(textOf);
  return left === null && right === null ? null : `${left ?? '{…}'}${right ?? '{…}'}`;
}

/** Returns the text in JSX children: what is in elements is part of the sentence, values are `{…}`. */
const flowOf = (node: Node): string =>
  nodesOf(node.children)
    .map((child) => {
      // JSX drops line breaks with the spaces around them, except between words.
      if (child.type === 'JSXText') return plain(unescaped(String(child.value)).replace(/^\s*\n\s*|\s*\n\s*$/g, ''));
      if (child.type === 'JSXElement' || child.type === 'JSXFragment') return flowOf(child) || '{…}';
      if (child.type !== 'JSXExpressionContainer') return '';
      const { type } = child.expression as Node;
      return type === 'JSXEmptyExpression' ? '' : (textOf(child.expression as Node) ?? '{…}');
    })
    .join('');

const isTemplate = (node: unknown): node is Node => isNode(node) && node.type === 'TemplateLiteral';

const hasWords = (node: Node): boolean =>
  nodesOf(node.children).some((child) => {
    const text = isTemplate(child.expression) ? textOf(child.expression) : child.type === 'JSXText' && child.value;
    return /\p{L}/u.test(String(text || ''));
  });

/** Attributes whose strings are not for people. */
const technical =
  /^(?:class(?:Name)?|id|name|key|type|role|rel|as|to|href|src\w*|sizes|d|points|viewBox|transform|style|autoComplete|inputMode|enterKeyHint|form\w*|htmlFor|accept|allow|method|kind|mark|fill|stroke\w*|fontFamily|pattern|target|loading|decoding|referrerPolicy|sandbox|http-?equiv|property|data-.*|aria-(?!label$|description$|roledescription$|valuetext$).*)$/i;
/** Functions whose strings are not for people: logs, selectors, headers, keys. */
const technicalCalls =
  /(?:^|\.)(?:log|console|debug|warn|info|fatal|header|headers|get|set|append|has|delete|startsWith|endsWith|includes|split|replaceAll|replace|match|test|querySelector(?:All)?|closest|matches|getItem|setItem|addEventListener|removeEventListener|createElement|matchMedia|supports|exec|useLive|setHeader|getHeader|Symbol)$/;
/** Codes, paths and names of headers. */
const isTechnical =
  /^(?:[A-Za-z]?[a-z]+[A-Z]\w*|[\w.:/@-]*[./@][\w.:/@-]+|(?:Accept|Cache|Content|Cross|If|Last|Set|User|X)-[\w-]+)$/;
const isLabel = /^(?:\p{Lu}[\p{Ll}-]|FAQ|OK)/u;

/** Style sheets, markup, headers and keys of tables. */
const isCode = /[{}<>]|=>|;\s*$|^[&:.@'"]|\w\((?!s\))|max-age|\d(?:vw|rem)|charset|no-store|Accept-|\.\s\./;

/** Whether a string may be a text: it has words, or is one word with a capital letter. */
function isText(text: string, file: string): boolean {
  const inserted = text.replaceAll('{…}', ' ');
  const shown = plain(inserted).trim();
  if (!/\p{L}{2}/u.test(shown) || isTechnical.test(shown)) return false;
  if (/^api\/(?:build|cli)\//.test(file)) return /\s/.test(shown) || isLabel.test(shown);
  if (isCode.test(inserted)) return false;
  const isPhrase = /\p{L}+[,.:;!?]?\s+\S*\p{L}/u.test(shown);
  if (!holdsValues.test(file)) return isPhrase || isLabel.test(shown);
  return isPhrase && (/^\P{Ll}/u.test(text) || tellsErrors.test(file));
}

/** Types, whose strings are no texts; an assertion has an expression. */
const isTypeNode = ({ type }: Node) => type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(type);
const isSkipped = (node: Node, file: string): boolean =>
  isTypeNode(node) ||
  /^(?:Import|ExportAll|TaggedTemplate)/.test(node.type) ||
  (node.type === 'JSXAttribute' && technical.test(nameOf(node.name))) ||
  (node.type === 'NewExpression' && /Error$/.test(nameOf(node.callee)) && !tellsErrors.test(file));
const isElement = ({ type }: Node) => type === 'JSXElement' || type === 'JSXFragment';
const withoutStrings = (nodes: Node[]) => nodes.filter((node) => textOf(node) === null);

/** Returns what is in a sentence besides its words: attributes, and texts that depend on a value. */
const insideFlow = (node: Node): Node[] => [
  ...nodesOf([node.openingElement]),
  ...nodesOf(node.children).flatMap((child) => {
    if (isElement(child)) return insideFlow(child);
    if (isTemplate(child.expression)) return partsToRead(child.expression);
    return child.type === 'JSXExpressionContainer' ? withoutStrings(nodesOf([child.expression])) : [];
  }),
];

/** Returns the parts of a node that may contain texts: no keys, compared values or arguments for machines. */
function partsToRead(node: Node): Node[] {
  const { type } = node;
  if (type.startsWith('TS')) return nodesOf([node.expression]);
  if (type === 'JSXAttribute' || (type === 'Property' && !node.computed)) return nodesOf([node.value]);
  if (type === 'SwitchCase') return nodesOf(node.consequent);
  if (type === 'MemberExpression') return nodesOf([node.object]);
  if (type === 'BinaryExpression') return withoutStrings(childrenOf(node));
  if (type === 'TemplateLiteral') return withoutStrings(nodesOf(node.expressions));
  if (type === 'CallExpression' && technicalCalls.test(nameOf(node.callee))) return withoutStrings(childrenOf(node));
  return isElement(node) && hasWords(node) ? insideFlow(node) : childrenOf(node);
}

function collect(node: Node, file: string, found: Found): void {
  if (isSkipped(node, file)) return;
  const text = textOf(node);
  if (isElement(node) && hasWords(node)) found(flowOf(node));
  else if (text !== null && isText(text, file)) for (const line of text.split('\n')) found(line);
  for (const part of partsToRead(node)) collect(part, file, found);
}

/** Returns all texts of a file, in its order, each once. */
function textsOf(file: string, source: string): string[] {
  const texts = new Set<string>();
  collect(parseSync(file, source).program as unknown as Node, file, (text) => {
    // An icon before the words is no part of them.
    const line = plain(text)
      .trim()
      .replace(/^\{…\}(?=\p{Lu})/u, '');
    if (/\p{L}/u.test(line)) texts.add(line);
  });
  return [...texts];
}

/** Returns the texts of the whole site that a person can read: by file, one a line, `{…}` for an inserted value. */
export async function allTexts(): Promise<string> {
  const files = (await Array.fromAsync(glob(sources, { cwd: root }))).filter((file) => !leftOut.test(file)).sort();
  const parts = files.map(async (file) => {
    const texts = textsOf(file, await readFile(join(root, file), 'utf8'));
    return texts.length > 0 ? `${[`# ${file}`, ...texts].join('\n')}\n` : '';
  });
  return (await Promise.all(parts)).filter(Boolean).join('\n');
}
