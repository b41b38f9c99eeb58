import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '#contract/ids.ts';
import { type Config, ConfigError } from './settings/config.ts';
import type { SiteMeta } from './site-meta.ts';
import { CannotStore, type Storage } from './storage/port.ts';

/** Names in the site's metadata. */
export const identityNames = { key: 'fingerprint of the key', photos: 'id of the photo storage' } as const;
/** A file in the photo storage with the id of the storage. A complete copy of the photos includes it. */
const photosFile = 'site';
/** On a first start, machines that start together wait this often and long for each other. */
const claimTries = 6;
const claimDelayMs = 500;

type Settings = Pick<Config, 'keys' | 'storage' | 'dataDir'>;
type Deps = { siteMeta: SiteMeta; storage: Storage; config: Settings };

const adopt = 'stop the site on every machine and run "npm run db -- adopt"';

export const fingerprintOf = (key: string) =>
  Buffer.from(hkdfSync('sha256', key, '', 'fingerprint-v1', 16)).toString('hex');

const describePhotoStorage = ({ storage, dataDir }: Settings): string =>
  storage
    ? `the bucket ${storage.bucket}/${storage.prefix} at ${new URL(storage.url).origin}`
    : join(dataDir, 'photos');

/** Whether a stored fingerprint is that of one of these keys. */
const isKeyOf = (keys: string[], fingerprint: string): boolean => keys.map(fingerprintOf).includes(fingerprint);

/** The sentence about keys that are not the database's. */
export const keysFault = ({ dataDir }: Pick<Settings, 'dataDir'>): string =>
  'KEYS must hold the key that this database was last used with, the same on every machine; without KEYS it is in ' +
  `${join(dataDir, 'keys')} of the machine that made it. If it is lost, ${adopt}: then everybody has to log in again.`;

/** The sentence about photos that are not the database's. */
export const photosFault = (settings: Settings): string =>
  `The photos of this database are not in ${describePhotoStorage(settings)}. Set STORAGE_URL, or DATA_DIR, to where they are on ` +
  `every machine, or copy everything from there, the file "${photosFile}" too. If they are lost, ${adopt}.`;

/** Returns the id of a photo storage; null if it has none. */
export async function photosId(storage: Storage): Promise<string | null> {
  return (await storage.get(photosFile))?.toString('utf8').trim() || null;
}

/** Gives the photo storage an id, or adopts its id, for a database that knows none yet. */
async function claimPhotos({ siteMeta, storage }: Deps): Promise<string> {
  const found = await photosId(storage);
  const mine = found ?? newId();
  // The file is written first: an interrupted start then leaves nothing that the next one refuses.
  if (!found) await storage.put(photosFile, Buffer.from(mine));
  const id = await siteMeta.setIfMissing(identityNames.photos, mine);
  // Another machine may have written its own id into the same storage meanwhile.
  if (!found && id === mine) await storage.put(photosFile, Buffer.from(mine));
  for (let tries = 0; id !== mine && tries < claimTries && (await photosId(storage)) !== id; tries++)
    await wait(claimDelayMs);
  return id;
}

/** @param isOurs whether a database without a photo storage id may adopt this storage */
async function hasItsPhotos(deps: Deps, isOurs: boolean): Promise<boolean> {
  const { siteMeta, storage, config } = deps;
  try {
    const known = await siteMeta.get(identityNames.photos);
    if (known === null && !isOurs) return true;
    const id = known ?? (await claimPhotos(deps));
    return (await photosId(storage)) === id;
  } catch (cause) {
    throw new CannotStore(`Cannot store photos in ${describePhotoStorage(config)}: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/**
 * Refuses to start with other keys or other photos than the database was last used with. A new database adopts the
 * current ones. New keys are accepted beside the one that signs, see `KeyRotation`.
 * @throws ConfigError, CannotStore
 */
export async function assertSameSite(deps: Deps): Promise<void> {
  const { siteMeta, config } = deps;
  const known = await siteMeta.setIfMissing(identityNames.key, fingerprintOf(config.keys[0] ?? ''));
  const faults: string[] = [];
  const isOurs = isKeyOf(config.keys, known);
  if (!isOurs) {
    faults.push(keysFault(config));
  }
  if (!(await hasItsPhotos(deps, isOurs))) {
    faults.push(photosFault(config));
  }
  if (faults.length > 0) throw new ConfigError(faults);
}

/** The id that the site shares with its photo storage; empty before its first start. */
export const siteIdOf = async (siteMeta: SiteMeta): Promise<string> => (await siteMeta.get(identityNames.photos)) ?? '';

/** Makes the next start adopt the keys and the photo storage that are set then. */
export async function forgetIdentity(siteMeta: SiteMeta): Promise<void> {
  for (const name of Object.values(identityNames)) await siteMeta.remove(name);
}
