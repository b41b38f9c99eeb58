import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '#contract/ids.ts';
import { type Config, ConfigError } from './config.ts';
import type { SiteMeta } from './site-meta.ts';
import { CannotStore, type Storage } from './storage/port.ts';

/** Names of notes. */
export const identityNotes = { key: 'fingerprint of the key', photos: 'id of the photo storage' } as const;
/** A file beside the photos that says whose they are: whoever copies all of them copies it too. */
const photosFile = 'site';
/** Machines that start together for the first time wait this long for each other. */
const claimTries = 6;
const claimPauseMs = 500;

type Settings = Pick<Config, 'keys' | 'storage' | 'dataDir'>;
type Needs = { notes: SiteMeta; storage: Storage; config: Settings };

const adopt = 'stop the site on every machine and run "npm run db -- adopt"';

const fingerprintOf = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'fingerprint-v1', 16)).toString('hex');

const placeOf = ({ storage, dataDir }: Settings): string =>
  storage
    ? `the bucket ${storage.bucket}/${storage.prefix} at ${new URL(storage.url).origin}`
    : join(dataDir, 'photos');

async function photosId(storage: Storage): Promise<string | null> {
  return (await storage.get(photosFile))?.toString('utf8').trim() || null;
}

/** Gives the photo storage of a database that knows none yet an id, or takes that which it has. */
async function claimPhotos({ notes, storage }: Needs): Promise<string> {
  const found = await photosId(storage);
  const mine = found ?? newId();
  // The file first: a start that is cut off between the two leaves nothing that the next one refuses.
  if (!found) await storage.put(photosFile, Buffer.from(mine));
  const id = await notes.keep(identityNotes.photos, mine);
  // Another machine may have put its own id into the same storage meanwhile.
  if (!found && id === mine) await storage.put(photosFile, Buffer.from(mine));
  for (let tries = 0; id !== mine && tries < claimTries && (await photosId(storage)) !== id; tries++)
    await wait(claimPauseMs);
  return id;
}

/** @param isOurs whether a database that knows no photo storage may take this one */
async function hasItsPhotos(needs: Needs, isOurs: boolean): Promise<boolean> {
  const { notes, storage, config } = needs;
  try {
    const known = await notes.get(identityNotes.photos);
    if (known === null && !isOurs) return true;
    const id = known ?? (await claimPhotos(needs));
    return (await photosId(storage)) === id;
  } catch (cause) {
    throw new CannotStore(`Photos cannot be kept in ${placeOf(config)}: ${(cause as Error).message}`, { cause });
  }
}

/**
 * Refuses to start with other keys or other photos than the database was last used with. A database that knows none yet
 * takes these. New keys are fine beside the one that signed until now.
 * @throws ConfigError, CannotStore
 */
export async function assertSameSite(needs: Needs): Promise<void> {
  const { notes, config } = needs;
  const fingerprints = config.keys.map(fingerprintOf);
  const [signing = ''] = fingerprints;
  const known = await notes.keep(identityNotes.key, signing);
  const faults: string[] = [];
  const isOurs = fingerprints.includes(known);
  if (!isOurs) {
    faults.push(
      'KEYS must hold the key that this database was last used with, the same on every machine; without KEYS it is in ' +
        `${join(config.dataDir, 'keys')} of the machine that made it. If it is lost, ${adopt}: then everybody has to ` +
        'log in again.',
    );
  }
  if (!(await hasItsPhotos(needs, isOurs))) {
    faults.push(
      `The photos of this database are not in ${placeOf(config)}. Set STORAGE_URL, or DATA_DIR, to where they are on ` +
        `every machine, or copy everything from there, the file "${photosFile}" too. If they are lost, ${adopt}.`,
    );
  }
  if (faults.length > 0) throw new ConfigError(faults);
  if (known !== signing) await notes.set(identityNotes.key, signing);
}

/** Lets the next start take the keys and the photo storage that are set then. */
export async function forgetIdentity(notes: SiteMeta): Promise<void> {
  for (const name of Object.values(identityNotes)) await notes.remove(name);
}
