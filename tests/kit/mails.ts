import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Eml, readEml } from '#api/platform/eml.ts';

/** The link in the newest mail to an address, of a site that writes its mails into files. */
export async function newestLink(dataDir: string, email: string): Promise<string> {
  const folder = join(dataDir, 'mails');
  for (const name of (await readdir(folder))
    .filter((one) => one.endsWith('.eml'))
    .sort()
    .reverse()) {
    const text = (await readFile(join(folder, name), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const link = /https?:\/\/\S+token=[\w-]+/.exec(text)?.[0];
    if (link && text.includes(`To: ${email}`)) return link;
  }
  throw new Error(`No mail with a link to ${email}`);
}

/** The mails that a site has written into files, the oldest first. */
export async function lettersIn(dataDir: string): Promise<Eml[]> {
  const folder = join(dataDir, 'mails');
  // There is no folder before the first mail.
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(names.map(async (name) => readEml(await readFile(join(folder, name), 'latin1'))));
}
