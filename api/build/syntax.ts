/** A node of a syntax tree (github.com/estree/estree), with its place in the code. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown };
/** A replacement of a part of the code. */
export type Edit = { start: number; end: number; text: string };

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
export const nodesOf = (value: unknown): Node[] => [value].flat().filter(isNode);
/** The children of a node. */
export const nodesIn = (node: Node): Node[] => Object.values(node).flatMap(nodesOf);

/** Returns a part of the code with replacements, which must not overlap. */
export function withEdits(code: string, start: number, end: number, edits: readonly Edit[]): string {
  let out = '';
  let at = start;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    out += code.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + code.slice(at, end);
}
