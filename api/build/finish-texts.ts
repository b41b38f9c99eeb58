import { parseSync } from 'vite';
import type { Catalog } from '#api/languages/catalog.ts';
import { pluralForms } from '#api/languages/grammar.ts';
import { languagePathOf, type SiteLanguage } from '#contract/languages.ts';
import { optionSets } from '#contract/option-sets.ts';
import { markOf } from './mark-texts.ts';
import { type Edit, type Node, nodesIn, nodesOf, withEdits } from './syntax.ts';

const mark = /\b__[tjmlp]\(/g;
const withoutContext = (key: string): string => key.slice(key.indexOf('\u0004') + 1);

function literalOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return null;
  const quasis = node.quasis as { value: { cooked: string } }[];
  return quasis.length === 1 ? (quasis[0]?.value.cooked ?? null) : null;
}

const inTemplate = (text: string): string => text.replace(/[`\\]|\$\{/g, '\\$&');
/** The shortest string literal of a text. */
function literal(text: string): string {
  const double = JSON.stringify(text);
  const single = `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  return single.length < double.length ? single : double;
}

/** The code that finds the place in the list of plural forms for a number. */
function pluralCode(language: SiteLanguage, count: string): string {
  const forms = pluralForms[language];
  if (forms.length === 1) return '0';
  if (language === 'en') return `+(${count}!==1)`;
  return `${JSON.stringify(forms)}.indexOf(new Intl.PluralRules(${literal(language)}).select(${count}))`;
}

/** Whether one of these places in the code, which are in order, is in a node. */
function hasPlace(places: readonly number[], { start, end }: Node): boolean {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return (places[low] ?? end) < end;
}

/** Replaces the marked texts of a finished script by those of a language. */
export function finishTexts(code: string, language: SiteLanguage, catalog: Catalog, file: string): string {
  const places = [...code.matchAll(mark)].map(({ index }) => index);
  if (places.length === 0) return code;
  const program = parseSync(file, code).program as unknown as Node;
  const constants: Readonly<Record<string, string>> = {
    '@language': language,
    '@path': languagePathOf(language),
  };
  const translate = (key: string): string => constants[key] ?? catalog.get(key) ?? withoutContext(key);
  const sourceOf = (node: Node): string => withEdits(code, node.start, node.end, editsIn(node));

  /** The code of an element with its text: the only use of the parameter is replaced, else the function is called. */
  function elementWith(arg: Node, text: string): string {
    const param = nodesOf(arg.params)[0];
    if (arg.type === 'ArrowFunctionExpression' && param?.type === 'Identifier' && arg.expression) {
      const uses: Node[] = [];
      const visit = (node: Node) => {
        if (node.type === 'Identifier' && node.name === param.name) uses.push(node);
        for (const child of nodesIn(node)) visit(child);
      };
      const body = arg.body as Node;
      visit(body);
      const [use] = uses;
      if (use && uses.length === 1) {
        const edits = [...editsIn(body), { start: use.start, end: use.end, text }];
        return withEdits(code, body.start, body.end, edits);
      }
    }
    return `(${sourceOf(arg)})(${text})`;
  }

  function jsxCode(text: string, args: readonly Node[]): string {
    const argAt = (at: string): Node => {
      const arg = args[Number(at)];
      if (!arg) throw new Error(`The ${language} text "${text}" inserts more than the English one.`);
      return arg;
    };
    const parts: string[] = [];
    for (const [whole, element, inner, value] of text.matchAll(/<(\d+)>(.*?)<\/\1>|\{(\d+)\}|[^<{]+|[<{]/gs)) {
      if (element !== undefined) parts.push(elementWith(argAt(element), jsxCode(inner ?? '', args)));
      else if (value !== undefined) parts.push(sourceOf(argAt(value)));
      else parts.push(literal(whole));
    }
    return parts.length === 1 ? (parts[0] as string) : `[${parts.join(',')}]`;
  }

  function templateCode(text: string, args: readonly Node[]): string {
    const parts = inTemplate(text).replace(/\{(\d+)\}/g, (_, at) => `\${${sourceOf(args[Number(at)] as Node)}}`);
    return `\`${parts}\``;
  }

  function labelCode(set: string): string {
    const values: readonly string[] = optionSets[set as keyof typeof optionSets] ?? [];
    const entries = values.flatMap((value) => {
      const label = catalog.get(`${set}\u0004${value}`);
      return label && label !== value ? [`${literal(value)}:${literal(label)}`] : [];
    });
    return entries.length === 0 ? 'a=>a' : `a=>({${entries.join(',')}})[a]??a`;
  }

  /** The code of a text. A minifier makes one call of two that differ in one argument. */
  function textCode(first: Node, finish: (text: string) => string): string {
    const key = literalOf(first);
    if (key !== null) return finish(translate(key));
    if (first.type === 'ConditionalExpression') {
      const [yes, no] = [first.consequent, first.alternate].map((one) => textCode(one as Node, finish));
      return `(${sourceOf(first.test as Node)}?${yes}:${no})`;
    }
    if (first.type === 'SequenceExpression') {
      const all = nodesOf(first.expressions);
      return `(${[...all.slice(0, -1).map(sourceOf), textCode(all.at(-1) as Node, finish)].join(',')})`;
    }
    throw new Error(`A text of ${file} is no literal: ${code.slice(first.start, first.end).slice(0, 200)}`);
  }

  function codeOf(name: string, [first, ...args]: readonly Node[]): string | null {
    if (!first) return null;
    if (name === markOf.form) return pluralCode(language, sourceOf(first));
    if (name === markOf.labels) return labelCode(literalOf(first) ?? '');
    if (name === markOf.jsx) return textCode(first, (text) => jsxCode(text, args));
    if (name === markOf.plural) return textCode(first, literal);
    if (name !== markOf.text) return null;
    return textCode(first, (text) => (args.length === 0 ? literal(text) : templateCode(text, args)));
  }

  function editsIn(node: Node): Edit[] {
    // Most of a script has no text.
    if (!hasPlace(places, node)) return [];
    const callee = node.callee as Node | undefined;
    if (node.type === 'CallExpression' && callee?.type === 'Identifier') {
      const text = codeOf(String(callee.name), nodesOf(node.arguments));
      if (text !== null) return [{ start: node.start, end: node.end, text }];
    }
    return nodesIn(node).flatMap(editsIn);
  }
  return withEdits(code, 0, code.length, editsIn(program));
}
