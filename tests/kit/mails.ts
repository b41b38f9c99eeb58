import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
