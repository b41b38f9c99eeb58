import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const shell = `<!doctype html><head><script src="/assets/theme.js"></script><meta charset="utf-8" /><title>Site</title></head><body><div id="root"></div></body>`;
const manifest = {
  'index.html': { file: 'assets/index.js', css: ['assets/index.css'] },
  'src/hydrate-when-idle.ts': { file: 'assets/wake.js' },
  'src/theme.ts': { file: 'assets/theme.js' },
};

/** Writes a build of the page into a folder. @param renderer source of its server-side renderer */
export async function writePageFolder(folder: string, renderer: string): Promise<void> {
  for (const part of ['.ssr', '.vite', 'assets']) await mkdir(join(folder, part), { recursive: true });
  await writeFile(join(folder, '.ssr/server.js'), renderer);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'assets/index.css'), 'p{margin:0}');
  await writeFile(join(folder, 'assets/theme.js'), 'document.title;\n');
  await writeFile(join(folder, 'index.html'), shell);
}
