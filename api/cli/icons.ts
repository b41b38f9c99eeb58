import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'node_modules/lucide-react/dist/esm/icons');
const packageImport = /import\s*\{([^}]*)\}\s*from\s*(["'])lucide-react\2;?/g;
const prefix = 'icon:';

type IconFile = { __iconData: { node: [tag: string, attributes: Record<string, string>][] } };

/** The file of an icon in the package: `Trash2` is in `trash-2`. */
const fileOf = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase();

/** The shapes of an icon. The file of an old name exports another file's. */
async function iconIn(file: string): Promise<IconFile> {
  const path = join(folder, `${file}.mjs`);
  const other = /^export \{ default \} from '\.\/([\w-]+)\.mjs'/m.exec(await readFile(path, 'utf8'))?.[1];
  return other ? iconIn(other) : import(pathToFileURL(path).href);
}

/** The code of the module of one icon. */
async function moduleOf(name: string): Promise<string> {
  const { __iconData } = await iconIn(fileOf(name));
  const nodes = __iconData.node.map(([tag, { key: _, ...attributes }]) => JSON.stringify([tag, attributes]));
  const runtime = JSON.stringify(join(root, 'src/ui/create-icon.ts'));
  return `import { createIcon } from ${runtime};\nexport default /* @__PURE__ */ createIcon(${nodes.join(',')});`;
}

/**
 * Makes a module of each icon that is imported from lucide-react, with its shapes only. The package is not part of the
 * page, so a site that is built needs none of its 51 MB.
 */
export const icons = (): Plugin => ({
  name: 'icons',
  enforce: 'pre',
  transform(code, id) {
    if (!/\.tsx?$/.test(id) || !code.includes('lucide-react')) return null;
    const imports = (_: string, names: string) =>
      [...names.matchAll(/(\w+)(?:\s+as\s+(\w+))?/g)]
        .map(([, name, local = name]) => `import ${local} from '${prefix}${name}';`)
        .join(' ');
    return { code: code.replace(packageImport, imports), map: null };
  },
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
  load: (id) => (id.startsWith(`\0${prefix}`) ? moduleOf(id.slice(prefix.length + 1)) : null),
});
