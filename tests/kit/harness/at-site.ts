import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { revisionedId } from '#api/platform/build-store.ts';
import type { LossyProxy } from '../lossy-proxy.ts';
import { harnessFolder, pageRevision } from './build.ts';

const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** Serves the offline harness and the real worker in place of a site's pages; the site still answers API calls. */
export async function showHarness(proxy: LossyProxy): Promise<void> {
  const folder = await harnessFolder();
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile())) {
    const path = join(file.parentPath, file.name);
    const type = types[file.name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    const answer = { status: 200, headers: { 'content-type': type }, body: await readFile(path, 'utf8') };
    proxy.instead.set(path.slice(folder.length), answer);
  }
  const index = proxy.instead.get('/index.html');
  if (!index) return;
  proxy.instead.set('/', index);
  // The worker requests it so.
  proxy.instead.set(revisionedId('/index.html', pageRevision), index);
}
