import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { mails } from '#api/mails.ts';
import { htmlOf } from '#api/platform/mail/letter-html.ts';
import { textOf } from '#api/platform/mail/letter-text.ts';

const origin = 'https://headbadge.example';
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const [folder, ...more] = process.argv.slice(2);
if (more.length > 0 || folder?.startsWith('-')) {
  process.stderr.write(
    'npm run mails              lists all mails\nnpm run mails -- FOLDER    writes them to a folder, as text and as HTML\n',
  );
  process.exit(2);
}
if (folder) await mkdir(folder, { recursive: true });
for (const { name, when, preview } of mails) {
  const letter = preview();
  say(`${name}: ${when}\n  ${letter.subject}`);
  if (!folder) continue;
  await writeFile(join(folder, `${name}.txt`), `Subject: ${letter.subject}\n\n${textOf(letter, origin)}`);
  await writeFile(join(folder, `${name}.html`), await htmlOf(letter, origin));
}
if (folder) say(`Written to ${resolve(folder)}`);
