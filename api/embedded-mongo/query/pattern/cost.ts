import type { Node } from './parse.ts';

/** The maximum number of ways to match a part from one position in a text of this length. */
function ways(node: Node, length: number): number {
  switch (node.kind) {
    case 'all':
      return node.parts.reduce((n, part) => n * ways(part, length), 1);
    case 'any':
      return node.parts.reduce((n, part) => n + ways(part, length), 0);
    case 'group':
    case 'look':
      return ways(node.body, length);
    case 'repeat': {
      const each = ways(node.body, length);
      const max = Math.min(node.max, Math.max(length, node.min));
      return each > 1 ? (max + 1) * each ** max : max - node.min + 1;
    }
  }
  return 1;
}

/** Where a match can begin. */
export type Beginning = 'text' | 'line' | 'anywhere';

const isAnchored = (node: Node): boolean => {
  if (node.kind === 'all') return node.parts[0] !== undefined && isAnchored(node.parts[0]);
  if (node.kind === 'any') return node.parts.every(isAnchored);
  return node.kind === 'group' ? isAnchored(node.body) : node.kind === 'start';
};

/** A match that begins with `.*` can also begin at the start of its line. */
const takesLine = (node: Node): boolean => {
  if (node.kind === 'all') return node.parts[0] !== undefined && takesLine(node.parts[0]);
  const isEndless = node.kind === 'repeat' && node.max === Number.POSITIVE_INFINITY;
  return isEndless && node.body.kind === 'one' && ['[^]', '[^\\n]'].includes(node.body.source);
};

export function beginningOf(node: Node): Beginning {
  if (isAnchored(node)) return 'text';
  return takesLine(node) ? 'line' : 'anywhere';
}

/** The maximum number of positions that a backtracking engine tries in a text of this length. */
export const maxSteps = (node: Node, length: number): number =>
  (beginningOf(node) === 'anywhere' ? length + 1 : 1) * ways(node, length);

/** Returns the literal strings that every match contains. */
export function literalsOf(node: Node): string[] {
  if (node.kind === 'group') return literalsOf(node.body);
  if (node.kind !== 'all') return [];
  const runs = [''];
  for (const part of node.parts)
    if (part.kind === 'one' && /^[^\\[(]+$/u.test(part.source)) runs.push(runs.pop() + part.source);
    else runs.push(...literalsOf(part), '');
  return runs.filter((run) => run !== '');
}

/** The maximum number of code units that a match of a part can take. */
export function widest(node: Node): number {
  switch (node.kind) {
    case 'one':
      return 2;
    case 'back':
      return Number.POSITIVE_INFINITY;
    case 'all':
      return node.parts.reduce((n, part) => n + widest(part), 0);
    case 'any':
      return Math.max(...node.parts.map(widest));
    case 'group':
      return widest(node.body);
    case 'repeat':
      return node.max && widest(node.body) && node.max * widest(node.body);
  }
  return 0;
}
