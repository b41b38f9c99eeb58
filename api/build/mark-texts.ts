import { parseSync } from 'vite';
import { textOfTemplate } from '#contract/texts.ts';
import { type Edit, isNode, type Node, nodesIn, nodesOf, withEdits } from './syntax.ts';

/** A text as it is in the code. `values`: the source of what is inserted as `{0}`, `{1}` and so on. */
export type Text = {
  /** The English, `{0}` for a value and `<0>…</0>` for an element; its context stands before it. */
  key: string;
  kind: 'text' | 'jsx' | 'plural';
  values: string[];
  /** Where it begins in the file. */
  start: number;
};

/** The function that stands for each kind of text until the script of a language is finished. */
export const markOf = { text: '__t', jsx: '__j', plural: '__m', labels: '__l', form: '__p' } as const;

const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '');
const isElement = ({ type }: Node) => type === 'JSXElement' || type === 'JSXFragment';
const entities: Readonly<Record<string, string>> = { nbsp: '\u00a0', amp: '&', lt: '<', gt: '>', quot: '"' };
const decoded = (text: string): string =>
  text.replace(/&(#?\w+);/g, (_, name: string) => {
    const character = entities[name];
    if (character === undefined) throw new Error(`Write the character of &${name}; in the text.`);
    return character;
  });
const hasLetters = (text: string): boolean => /\p{L}/u.test(text.replace(/&\w+;/g, ''));
/** White space is folded, so that formatting the code changes no key. */
const folded = (text: string): string => text.replace(/[ \t\r\n]+/g, ' ');

/** The text of JSX as it is shown: without line breaks and the spaces around them, except between words. */
const shownOf = (text: string): string =>
  decoded(
    text
      .split('\n')
      .map((line, at, all) => {
        const begun = at === 0 ? line : line.trimStart();
        return at === all.length - 1 ? begun : begun.trimEnd();
      })
      .filter(Boolean)
      .join(' '),
  );

/** Attributes whose strings are read by people. */
const textAttributes =
  /^(?:aria-(?:label|description|roledescription|valuetext)|title|label|placeholder|alt|about|hint|caption|heading)$/;

/** Whether screen readers skip an element, as they do icons. */
const isHidden = (element: Node): boolean =>
  nodesOf((element.openingElement as Node | undefined)?.attributes).some(
    ({ name, value }) => nameOf(name) === 'aria-hidden' && isNode(value) && value.value === 'true',
  );

/** Whether a text next to an element continues in it: `Signed in <Ago />`, and not on a line of its own. */
const isJoined = (neighbor: Node | undefined): boolean => {
  if (neighbor?.type === 'JSXText') {
    const text = shownOf(String(neighbor.value));
    return /^[\s.,:;]|\s$/.test(text) && hasLetters(text);
  }
  return false;
};

const isWord = (child: Node): boolean => child.type === 'JSXText' && hasLetters(String(child.value));
const hasWords = (node: Node): boolean =>
  nodesOf(node.children).some((child) => isWord(child) || (isElement(child) && hasWords(child)));

/** The context of a `t.as('…')`; null for another call. */
function contextOf(tag: unknown): string | null {
  if (!isNode(tag) || tag.type !== 'CallExpression') return null;
  const callee = tag.callee as Node;
  const isContext = callee.type === 'MemberExpression' && nameOf(callee.object) === 't';
  return isContext ? String(nodesOf(tag.arguments)[0]?.value) : null;
}

const isPlural = (tag: unknown): tag is Node =>
  isNode(tag) && tag.type === 'CallExpression' && nameOf(tag.callee) === 'many';

/**
 * Replaces the texts of a module by calls that the bundler keeps: `__t("Liked by {0}", name)`.
 * @param found called for each text
 * @returns null if the module has no text
 */
export function markTexts(file: string, code: string, found: (text: Text) => void = () => {}): string | null {
  const program = parseSync(file, code).program as unknown as Node;
  const sourceOf = (node: Node): string => withEdits(code, node.start, node.end, editsIn(node));
  const textIn = (node: Node): string => code.slice(node.start, node.end);

  /** Returns the marked text, and reports it. */
  function mark(kind: Text['kind'], node: Node, key: string, args: readonly string[], values: string[]): string {
    found({ key, kind, values, start: node.start });
    return `/* @__PURE__ */ ${markOf[kind]}(${[JSON.stringify(key), ...args].join(', ')})`;
  }

  const textOf = (template: Node, isPlural = false): string => {
    const parts = nodesOf(template.quasis).map(({ value }) => (value as { cooked: string }).cooked);
    return textOfTemplate(parts, isPlural);
  };

  function ofTemplate(node: Node): Edit | null {
    const { tag } = node;
    const template = node.quasi as Node;
    const values = nodesOf(template.expressions);
    const sources = values.map(sourceOf);
    const names = values.map(textIn);
    const at = { start: node.start, end: node.end };
    if (isPlural(tag)) {
      const text = textOf(template, true);
      const count = sources.length / text.split('|').length;
      const forms = mark('plural', node, text, [], names.slice(0, count));
      return { ...at, text: `${sourceOf(tag)}(${[forms, ...sources.slice(0, count)].join(', ')})` };
    }
    const context = contextOf(tag);
    if (nameOf(tag) !== 't' && context === null) return null;
    const text = textOf(template);
    return { ...at, text: mark('text', node, context ? `${context}\u0004${text}` : text, sources, names) };
  }

  /** The text of JSX children; what is inserted is added to `args`. */
  const flowOf = (children: readonly Node[], args: { source: string; name: string }[]): string =>
    children
      .map((child) => {
        if (child.type === 'JSXText') return shownOf(String(child.value));
        const add = (source: string) => args.push({ source, name: textIn(child) }) - 1;
        if (isElement(child)) {
          if (!hasWords(child)) return `{${add(sourceOf(child))}}`;
          const at = add('');
          const inner = flowOf(nodesOf(child.children), args);
          const [opening, closing] = isNode(child.openingElement)
            ? [child.openingElement, child.closingElement as Node]
            : [child.openingFragment as Node, child.closingFragment as Node];
          args[at] = { source: `(c) => ${sourceOf(opening)}{c}${textIn(closing)}`, name: textIn(opening) };
          return `<${at}>${inner}</${at}>`;
        }
        const expression = child.expression as Node;
        if (expression.type === 'JSXEmptyExpression') return '';
        if (expression.type === 'Literal' && typeof expression.value === 'string') return expression.value;
        return `{${add(sourceOf(expression))}}`;
      })
      .join('');

  /** Whether a child at the edge of a text is no part of it: white space, a comment, or an element of its own. */
  const isOutside = (child: Node, neighbor: Node | undefined): boolean =>
    (isElement(child) && !hasWords(child) && (isHidden(child) || !isJoined(neighbor))) ||
    (child.type === 'JSXText' && !shownOf(String(child.value)).trim()) ||
    (child.type === 'JSXExpressionContainer' && (child.expression as Node).type === 'JSXEmptyExpression');

  /** The places of the first child of a text and of the first one after it. */
  function edgesOf(children: readonly Node[]): [from: number, to: number] {
    let from = 0;
    let to = children.length;
    while (from < to && isOutside(children[from] as Node, children[from + 1])) from += 1;
    while (to > from && isOutside(children[to - 1] as Node, children[to - 2])) to -= 1;
    return [from, to];
  }

  function ofElement(node: Node): Edit[] {
    const children = nodesOf(node.children);
    const [from, to] = edgesOf(children);
    const core = children.slice(from, to);
    const args: { source: string; name: string }[] = [];
    const text = folded(flowOf(core, args));
    const [first, last] = [core[0] as Node, core.at(-1) as Node];
    const values = args.map(({ name }) => name);
    const marked = mark(
      'jsx',
      first,
      text.trim(),
      args.map(({ source }) => source),
      values,
    );
    const [before, after] = [text.startsWith(' ') ? "{' '}" : '', text.endsWith(' ') ? "{' '}" : ''];
    const edit = { start: first.start, end: last.end, text: `${before}{${marked}}${after}` };
    const outside = [...children.slice(0, from), ...children.slice(to), ...nodesOf(node.openingElement)];
    return [edit, ...outside.flatMap(editsIn)];
  }

  function ofAttribute(node: Node): Edit[] | null {
    const value = node.value as Node | null;
    if (value?.type !== 'Literal') return null;
    const text = decoded(String(value.value));
    if (!hasLetters(text) || !textAttributes.test(nameOf(node.name))) return [];
    return [{ start: value.start, end: value.end, text: `{${mark('text', value, folded(text), [], [])}}` }];
  }

  function editsIn(node: Node): Edit[] {
    const { type } = node;
    if (type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(type)) return [];
    if (/^(?:Import|ExportAll)/.test(type)) return [];
    const template = type === 'TaggedTemplateExpression' ? ofTemplate(node) : null;
    if (template) return [template];
    if (type === 'CallExpression' && nameOf(node.callee) === 'labelsOf') {
      const call = `/* @__PURE__ */ ${markOf.labels}(${nodesOf(node.arguments).map(textIn)})`;
      return [{ start: node.start, end: node.end, text: call }];
    }
    if (isElement(node) && nodesOf(node.children).some(isWord)) return ofElement(node);
    const attribute = type === 'JSXAttribute' ? ofAttribute(node) : null;
    return attribute ?? nodesIn(node).flatMap(editsIn);
  }

  const edits = editsIn(program);
  return edits.length === 0 ? null : withEdits(code, 0, code.length, edits);
}
