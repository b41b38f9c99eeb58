import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Eml, readEml } from '#api/platform/mail/eml.ts';

/** Returns the link in the newest mail to an address, for a site that writes mails to files. */
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

/** Returns the code in the newest mail to an address that has one. */
export async function newestCode(dataDir: string, email: string): Promise<string> {
  const letters = (await lettersIn(dataDir)).filter(({ to }) => to === email);
  const [, code] = letters.map(({ text }) => /\b(\d{4} \d{4})\b/.exec(text)).findLast((found) => found !== null) ?? [];
  if (!code) throw new Error(`No mail with a code to ${email}`);
  return code;
}

/** Returns the mails that a site has written to files, oldest first. */
export async function lettersIn(dataDir: string): Promise<Eml[]> {
  const folder = join(dataDir, 'mails');
  // The folder does not exist before the first mail.
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(names.map(async (name) => readEml(await readFile(join(folder, name), 'latin1'))));
}
