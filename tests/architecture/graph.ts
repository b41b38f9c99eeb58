/** An import. `to`: path from the root for our own files, else the package's name; `line`: its text. */
export type Import = { from: string; to: string; line: string };

/** Folders that each folder may import from. */
export type Rooms = Readonly<Record<string, readonly string[]>>;

/** The folder of a file: its top folder in `src`, the contract, the worker, or its own name when it has no folder. */
export function roomOf(path: string): string {
  if (path.startsWith('api/contract/')) return 'contract';
  const [top = '', folder = ''] = path.split('/');
  return top === 'src' ? folder : top;
}

const isOurs = (path: string): boolean => /^(api|src|sw)\/|^package\.json$/.test(path);

/** Returns the imports in page and worker that the rules forbid, as readable lines. */
export const strayImports = (imports: readonly Import[], rooms: Rooms): string[] =>
  imports
    .filter(({ from, to }) => /^(src|sw)\//.test(from) && isOurs(to) && roomOf(from) !== roomOf(to))
    .filter(({ from, to }) => !rooms[roomOf(from)]?.includes(roomOf(to)))
    .map(({ from, to }) => `${from} -> ${to}`);

/** Returns the files reachable from a file through run-time imports, with the import chain to each. */
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
