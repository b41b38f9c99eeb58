import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

type Part = { name: string; bytes: number };
type Chunk = Part & { parts: Part[] };

/** How many parts of a chunk the text lists. */
const maxListed = 12;
const inHtml = (text: string) => text.replace(/[&<]/g, (one) => (one === '&' ? '&amp;' : '&lt;'));
const kb = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** The package or the file of a module. */
function partOf(id: string, root: string): string {
  const inPackage = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id);
  return inPackage?.[1] ?? relative(root, id.replace(/^\0/, '').replace(/\?.*/, ''));
}

const bySize = <T extends Part>(all: readonly T[]): T[] => all.toSorted((a, b) => b.bytes - a.bytes);

const listed = ({ name, bytes, parts }: Chunk): string =>
  [
    `${name}  ${kb(bytes)}`,
    ...parts.slice(0, maxListed).map((part) => `  ${kb(part.bytes).padStart(10)}  ${part.name}`),
    ...(parts.length > maxListed ? [`              and ${parts.length - maxListed} more`] : []),
  ].join('\n');

const htmlOf = ({ name, bytes, parts }: Chunk): string => {
  const max = parts[0]?.bytes ?? 1;
  const rows = parts.map(
    (part) => `<tr><td>${kb(part.bytes)}<td>${inHtml(part.name)}<td><meter value="${part.bytes}" max="${max}"></meter>`,
  );
  return `<details><summary>${inHtml(name)} ${kb(bytes)}</summary><table>${rows.join('')}</table></details>`;
};

/**
 * Prints what each script consists of, and writes all of it to a page. Sizes are compressed; a part's is its share of
 * its script.
 */
export function analyze(file: string): Plugin {
  let root = '';
  return {
    name: 'analyze',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async writeBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((one): Chunk[] => {
        if (one.type !== 'chunk') return [];
        const bytes = brotliCompressSync(one.code).length;
        const modules = Object.entries(one.modules);
        const all = modules.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0) || 1;
        const parts = new Map<string, number>();
        for (const [id, { renderedLength }] of modules) {
          const name = partOf(id, root);
          parts.set(name, (parts.get(name) ?? 0) + (renderedLength / all) * bytes);
        }
        return [
          { name: one.fileName, bytes, parts: bySize([...parts].map(([name, size]) => ({ name, bytes: size }))) },
        ];
      });
      const sorted = bySize(chunks);
      process.stdout.write(`${sorted.map(listed).join('\n\n')}\n\nAll of it: ${file}\n`);
      await writeFile(
        file,
        `<!doctype html><meta charset="utf-8"><title>Scripts</title>${sorted.map(htmlOf).join('')}`,
      );
    },
  };
}
