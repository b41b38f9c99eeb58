import { access, constants, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThere } from '#api/embedded-mongo/operator/files.ts';
import { createLog } from '#api/platform/logs.ts';
import type { Config } from '#api/platform/settings/config.ts';
import { identityNames, photosFault, photosId } from '#api/platform/site-identity.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import { FolderStorage } from '#api/platform/storage/folder.ts';
import { CannotStore, type Storage } from '#api/platform/storage/port.ts';
import { S3Storage } from '#api/platform/storage/s3.ts';
import type { S3Address } from '#api/platform/storage/s3-address.ts';
import type { S3Failure } from '#api/platform/storage/s3-client.ts';
import { newId } from '#contract/ids.ts';
import { fixOf, patience, probeBytes, tryBucket } from './bucket.ts';
import { type Check, type Deployment, type Finding, fault, messageOf, ok } from './finding.ts';

const setting = 'STORAGE_URL';

export const photos: Check = {
  name: 'Photos',
  async run(deployment) {
    const { config } = deployment;
    const tried = config.storage ? await bucketFindings(config.storage) : await folderFindings(deployment);
    if (tried.some(({ state }) => state === 'fault')) return tried;
    return [...tried, ...(await identityFindings(deployment))];
  },
};

/** Whether the photos are the database's. */
async function identityFindings({ config, database, isForeign }: Deployment): Promise<Finding[]> {
  const known = database && (await new SiteMeta(database.db).get(identityNames.photos));
  if (!known || (isForeign && !config.storage)) return [];
  if ((await photosId(open(config))) === known) return [ok("They are this database's.")];
  return [fault(photosFault(config), 'Correct STORAGE_URL or DATA_DIR, or copy the photos.')];
}

const open = ({ storage, dataDir }: Config): Storage =>
  storage
    ? new S3Storage(storage, createLog({ level: 'silent' }), patience)
    : new FolderStorage(join(dataDir, 'photos'));

/** Tries the bucket as the site's start does, and then each right. */
async function bucketFindings(address: S3Address): Promise<Finding[]> {
  try {
    await new S3Storage(address, createLog({ level: 'silent' }), patience).check();
  } catch (error) {
    if (!(error instanceof CannotStore)) throw error;
    const { status, code } = error.cause as S3Failure;
    return [fault(error.message, fixOf({ status, code }, 'list', { address, setting }))];
  }
  const harm = 'photos that were removed could still be seen';
  return tryBucket({ address, setting, harm });
}

/** Writes, reads, lists and deletes a file. */
async function folderFindings({ config, isForeign }: Deployment): Promise<Finding[]> {
  const root = join(config.dataDir, 'photos');
  if (isForeign) return [];
  const fix = `Let this account write there: "chown -R $(id -u) ${config.dataDir}".`;
  try {
    if (!(await isThere(root))) {
      const parent = await nearestFolder(root);
      await access(parent, constants.W_OK | constants.X_OK);
      return [ok(`The first start creates ${root}.`)];
    }
    const storage = new FolderStorage(root);
    const name = newId();
    await storage.put(`doctor/${name}`, probeBytes);
    const read = await storage.get(`doctor/${name}`);
    const names = await readdir(join(root, 'doctor'));
    await storage.remove('doctor');
    if (read?.equals(probeBytes) && names.includes(name))
      return [ok(`A file was written, read, listed and deleted in ${root}.`)];
    return [fault(`${root} does not return what was written.`, 'Use a local disk for DATA_DIR.')];
  } catch (error) {
    return [fault(`Photos cannot be stored: ${messageOf(error)}.`, fix)];
  }
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  return (await isThere(parent)) ? parent : nearestFolder(parent);
}
