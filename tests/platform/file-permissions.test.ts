import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApp } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Site } from '#tests/kit/site.ts';
import { nightly } from '#tests/run/tiers.ts';

const db = join(import.meta.dirname, '../../api/cli/db.ts');
const run = promisify(execFile);

let base: string;
let before: number;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'headbadge-privacy-'));
  before = process.umask(0o022);
});
afterAll(() => {
  process.umask(before);
  rmSync(base, { recursive: true });
});

const everything = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink())
    .map(({ parentPath, name }) => join(parentPath, name)),
];
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
/** Files that other accounts could read, with their permissions. */
const readable = (folder: string): string[] =>
  everything(folder)
    .filter((path) => statSync(path).mode & 0o077)
    .map((path) => `${path} ${modeOf(path)}`);

test('files with photos, mails and the database are readable by their account only', async () => {
  const database = await TestDatabase.open({ isAlone: true });
  const app = await TestApp.open({}, { database });
  try {
    const ann = await app.join('ann');
    const { status } = await ann.sendPhoto(await cameraPhoto({ width: 640, height: 480 }));
    expect(status).toBe(200);
    const stored = everything(app.database.folder);
    for (const name of [/photos\/.*\.webp$/, /mails\/.*\.eml$/, /uploads$/])
      expect(stored.some((path) => name.test(path))).toBe(true);
    expect(readable(app.database.folder)).toEqual([]);
  } finally {
    await app.close();
    await database.close();
  }
});

test("a site restricts permissions in its folder, follows no link out of it, and leaves other accounts' files and the parent folder", {
  tags: nightly,
}, async () => {
  const folder = join(base, 'data');
  const env = { DATA_DIR: folder, MONGODB_URL: '' };
  mkdirSync(folder);
  const site = await Site.start({ isAlone: true, env });
  try {
    expect(readable(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['data.db', 'data.db-wal', 'keys', 'db.sock']));
    await site.stop();
    for (const path of ['photos/bikes/01/a', 'mails', 'uploads', 'before-restore-2026/photos'])
      mkdirSync(join(folder, path), { recursive: true });
    for (const path of ['photos/bikes/01/a/320.webp', 'mails/1.eml', 'before-restore-2026/photos/1.webp', 'mine.txt'])
      writeFileSync(join(folder, path), 'text');
    writeFileSync(join(base, 'outside'), 'text');
    symlinkSync(join(base, 'outside'), join(folder, 'photos/bikes/out.webp'));
    for (const path of everything(folder)) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    chmodSync(join(folder, 'before-restore-2026'), 0o700);
    await site.start();
    expect(readable(folder)).toEqual([`${folder} 755`, `${join(folder, 'mine.txt')} 644`]);
    await site.stop();
    rmSync(join(folder, 'mine.txt'));
    await site.start();
    expect(readable(folder)).toEqual([]);
    expect(modeOf(join(base, 'outside'))).toBe('644');
    const made = ['backup', 'export'].map((name) => join(base, name));
    await run(process.execPath, [db, 'backup', made[0] as string, '--photos'], { env: { ...process.env, ...env } });
    await run(process.execPath, [db, 'export', made[1] as string], { env: { ...process.env, ...env } });
    for (const one of made) expect([readable(one), everything(one).length > 2]).toEqual([[], true]);
  } finally {
    await site.close();
  }
});
