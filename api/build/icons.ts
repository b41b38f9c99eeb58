import { join } from 'node:path';
import type { Plugin } from 'vite';
import shapes from '../../src/ui/icons.json' with { type: 'json' };

const importOfIcons = /import\s*\{([^}]*)\}\s*from\s*(["'])#src\/ui\/icons\.js\2;?/g;
const prefix = 'icon:';
const runtime = JSON.stringify(join(import.meta.dirname, '../../src/ui/create-icon.ts'));

/** The code of the module of one icon. */
function moduleOf(name: string): string {
  if (!(name in shapes)) throw new Error(`src/ui/icons.json has no ${name}.`);
  const nodes = shapes[name as keyof typeof shapes].map((node) => JSON.stringify(node));
  return `import { createIcon } from ${runtime};\nexport default /* @__PURE__ */ createIcon(${nodes.join(',')});`;
}

/** Makes a module of each icon that is imported, so that a screen loads no others. */
export const icons = (): Plugin => ({
  name: 'icons',
  enforce: 'pre',
  transform(code, id) {
    if (!/\.tsx?$/.test(id) || !code.includes('#src/ui/icons.js')) return null;
    const imports = (_: string, names: string) =>
      [...names.matchAll(/(\w+)(?:\s+as\s+(\w+))?/g)]
        .map(([, name, local = name]) => `import ${local} from '${prefix}${name}';`)
        .join(' ');
    return { code: code.replace(importOfIcons, imports), map: null };
  },
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
  load: (id) => (id.startsWith(`\0${prefix}`) ? moduleOf(id.slice(prefix.length + 1)) : null),
});
