import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Each place that deletes bytes of photos from a device, and why none of them can be the last copy of a wanted photo. */
const places: Record<string, string> = {
  'src/features/bikes/discard-draft.ts': 'The member deletes the draft or the photo.',
  'src/features/drafts/drafts.ts': 'The member deletes the draft, or the server has accepted its bike.',
  'src/features/drafts/server-drafts.ts': 'The server has confirmed each photo.',
  'src/features/drafts/shared-photos.ts': 'The bytes are in the draft, or the member has dropped them.',
  'src/features/profile/profile.mutations.ts': 'The server has made the picture, or the member takes it back.',
  'src/outbox/unsent.ts': 'The member deletes what is unsent.',
  'src/photos/drop-photo.ts': 'The member leaves the photo out.',
  'src/storage/forget-bytes.ts': 'The rule itself.',
  'src/storage/shared-photos.ts': 'Nobody has said yes to what another app, or a page of another site, has sent.',
};

const filesWith = async (pattern: RegExp): Promise<string[]> => {
  const files = await Array.fromAsync(glob('{src,sw}/**/*.{ts,tsx}', { cwd: root }));
  const read = async (path: string) => ({ path, text: await readFile(join(root, path), 'utf8') });
  const all = await Promise.all(files.map(read));
  return all.flatMap(({ path, text }) => (pattern.test(text) ? [path] : [])).sort();
};

test('bytes of photos are deleted from a device by one function, and only in places with a reason', async () => {
  expect(await filesWith(/photoBlobs\.(?:remove|clear)/)).toEqual(['src/storage/forget-bytes.ts']);
  expect(await filesWith(/\bforget(?:Bytes|Stored)\(/)).toEqual(Object.keys(places));
});
