/** A pattern as a tree. A `one` takes one code point; the others take what their parts take. */
export type Node =
  | { kind: 'one'; source: string }
  | { kind: 'start' }
  | { kind: 'border'; word: string; negative: boolean }
  | { kind: 'look'; ahead: boolean; negative: boolean; body: Node }
  | { kind: 'back'; group: number | string }
  | { kind: 'all'; parts: Node[] }
  | { kind: 'any'; parts: Node[] }
  | { kind: 'group'; index: number; name: string | undefined; body: Node }
  | { kind: 'repeat'; body: Node; min: number; max: number; lazy: boolean };

const single =
  /\\u\{[^}]*\}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u.{4}|\\x..|\\c.|\\[pP]\{[^}]*\}|\\[\s\S]|[\s\S]/uy;
const setOf = /\[(?:\\[\s\S]|[^\]\\])*\]/uy;
const opening = /\((?:\?(?:(<?[=!])|<([^>]*)>|([ims-]*):))?/uy;
const times = /(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/uy;
const backward = /\\([1-9]\d*|k<([^>]*)>)/uy;

/** Parses a pattern that `new RegExp(pattern, 'u')` has accepted. */
export function parsePattern(pattern: string): Node {
  let at = 0;
  let groups = 0;
  /** The options that `(?i:` and similar groups set for the current part. */
  let options: string[] = [];
  const take = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(pattern);
    if (found) at += found[0].length;
    return found ?? undefined;
  };

  function either(): Node {
    const parts = [sequence()];
    while (pattern[at] === '|') {
      at++;
      parts.push(sequence());
    }
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind: 'any', parts };
  }

  function sequence(): Node {
    const parts: Node[] = [];
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') parts.push(repeated(atom()));
    return { kind: 'all', parts };
  }

  function repeated(body: Node): Node {
    const found = '*+?{'.includes(pattern[at] ?? 'x') ? take(times) : undefined;
    if (!found) return body;
    const [, sign, from = '', comma, to, lazy] = found;
    const min = sign ? Number(sign === '+') : Number(from);
    const max = sign === '?' ? 1 : sign || (comma && !to) ? Number.POSITIVE_INFINITY : Number(to || from);
    return { kind: 'repeat', body, min, max, lazy: lazy === '?' };
  }

  const optioned = (source: string): string => options.reduceRight((inner, option) => `(?${option}:${inner})`, source);
  const one = (expression: RegExp): Node => ({ kind: 'one', source: optioned(take(expression)?.[0] ?? '') });

  function atom(): Node {
    const char = pattern[at];
    if (char === '(') return bracket();
    if (char === '[') return one(setOf);
    if (char === '^') {
      at++;
      return { kind: 'start' };
    }
    const next = pattern[at + 1];
    if (char === '\\' && (next === 'b' || next === 'B')) {
      at += 2;
      return { kind: 'border', word: optioned('\\w'), negative: next === 'B' };
    }
    const back = char === '\\' ? take(backward) : undefined;
    if (back) return { kind: 'back', group: back[2] ?? Number(back[1]) };
    return one(single);
  }

  function bracket(): Node {
    const [, look, name, option] = take(opening) ?? [];
    const index = look || option !== undefined ? 0 : ++groups;
    const outer = options;
    if (option) options = [...outer, option];
    const body = either();
    options = outer;
    at++;
    if (look) return { kind: 'look', ahead: !look.startsWith('<'), negative: look.endsWith('!'), body };
    return index ? { kind: 'group', index, name, body } : body;
  }

  return either();
}
