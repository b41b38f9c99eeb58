/** One import: `to` is a file of ours from the root, or a package's name; `line` is its text. */
export type Import = { from: string; to: string; line: string };

/** Which rooms a room may import from. */
export type Rooms = Readonly<Record<string, readonly string[]>>;

/** The room of a file: its top folder in `src`, the contract, the worker, or the file's own name where it has no folder. */
export function roomOf(path: string): string {
  if (path.startsWith('api/contract/')) return 'contract';
  const [top = '', folder = ''] = path.split('/');
  return top === 'src' ? folder : top;
}

const isOurs = (path: string): boolean => /^(api|src|sw)\/|^package\.json$/.test(path);

/** The imports of page and worker from a room that theirs may not see, as readable lines. */
export const strayImports = (imports: readonly Import[], rooms: Rooms): string[] =>
  imports
    .filter(({ from, to }) => /^(src|sw)\//.test(from) && isOurs(to) && roomOf(from) !== roomOf(to))
    .filter(({ from, to }) => !rooms[roomOf(from)]?.includes(roomOf(to)))
    .map(({ from, to }) => `${from} -> ${to}`);

/** What is reached from a file through any number of imports that are there at run time, each with the chain to it. */
export function reachedFrom(entry: string, imports: readonly Import[]): Map<string, string[]> {
  const next = Map.groupBy(
    imports.filter(({ line }) => !line.startsWith('import type')),
    ({ from }) => from,
  );
  const reached = new Map([[entry, [entry]]]);
  for (const [file, chain] of reached) {
    for (const { to } of next.get(file) ?? []) if (!reached.has(to)) reached.set(to, [...chain, to]);
  }
  return reached;
}
