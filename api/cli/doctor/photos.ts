import { access, constants, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThere } from '#api/embedded-mongo/operator/files.ts';
import type { Config } from '#api/platform/config.ts';
import { createLog } from '#api/platform/logs.ts';
import { identityNames, photosFault, photosId } from '#api/platform/site-identity.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import { FolderStorage } from '#api/platform/storage/folder.ts';
import { CannotStore, type Storage } from '#api/platform/storage/port.ts';
import { S3Storage } from '#api/platform/storage/s3.ts';
import type { S3Address } from '#api/platform/storage/s3-address.ts';
import { S3Client, S3Failure } from '#api/platform/storage/s3-client.ts';
import { pageOf } from '#api/platform/storage/s3-xml.ts';
import { newId } from '#contract/ids.ts';
import { type Check, type Deployment, type Finding, fault, messageOf, ok } from './finding.ts';

const patience = { tries: 2, tryMs: 5_000, wholeMs: 11_000 };
const bytes = new TextEncoder().encode('Written by npm run doctor. It can be deleted.');

/** The right that each call needs. */
const rights = {
  write: 's3:PutObject',
  read: 's3:GetObject',
  list: 's3:ListBucket',
  delete: 's3:DeleteObject',
} as const;

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

/** Writes, reads, lists and deletes an object, and asks for it as a stranger. */
async function bucketFindings(address: S3Address): Promise<Finding[]> {
  const where = `the bucket ${address.bucket}`;
  try {
    await new S3Storage(address, createLog({ level: 'silent' }), patience).check();
  } catch (error) {
    if (!(error instanceof CannotStore)) throw error;
    const { status, code } = error.cause as S3Failure;
    return [fault(error.message, mendOf(status, code, 'list', address))];
  }
  const client = new S3Client(address, patience);
  const prefix = `${address.prefix}doctor/`;
  const key = prefix + newId();
  const findings: Finding[] = [];
  const attempt = async (what: keyof typeof rights, call: Parameters<S3Client['send']>[0]) => {
    const answer = await client.send(call).catch((error: unknown) => {
      if (error instanceof S3Failure) return { status: error.status, code: error.code, bytes: Buffer.alloc(0) };
      throw error;
    });
    if (answer.status >= 200 && answer.status < 300) return answer.bytes;
    const said = [answer.status || '', answer.code].filter(Boolean).join(' ');
    findings.push(
      fault(
        `The site cannot ${what} objects in ${where} (${said}).`,
        mendOf(answer.status, answer.code, what, address),
      ),
    );
    return null;
  };
  if (!(await attempt('write', { method: 'PUT', key, body: bytes }))) return findings;
  const read = await attempt('read', { method: 'GET', key });
  if (read && !read.equals(bytes)) {
    findings.push(
      fault(
        `The bucket ${address.bucket} returns other bytes than it stored.`,
        'Let nothing between here and the bucket change objects.',
      ),
    );
  }
  const listed = await attempt('list', { method: 'GET', query: { 'list-type': '2', prefix } });
  if (listed && !pageOf(listed.toString('utf8')).keys.includes(key)) {
    findings.push(
      fault(`A list of ${where} lacks an object that was just written.`, 'Use a storage whose lists are consistent.'),
    );
  }
  if (await isPublic(`${address.url}/${key}`)) {
    findings.push(
      fault(
        `Anybody can read ${where}: photos that were removed could still be seen.`,
        'Block public access to the bucket. The site reads it with its own key.',
      ),
    );
  }
  if (!(await attempt('delete', { method: 'DELETE', key }))) {
    const last = findings.at(-1);
    if (last) last.mend += ` Delete ${key} yourself.`;
  }
  return findings.length > 0 ? findings : [ok(`An object was written, read, listed and deleted in ${where}.`)];
}

function mendOf(
  status: number,
  code: string,
  what: keyof typeof rights,
  { bucket, prefix, region }: S3Address,
): string {
  if (status === 0) return 'Correct the endpoint in STORAGE_URL, start the storage, or let the firewall pass it.';
  if (code === 'NoSuchBucket') return `Create the bucket ${bucket}, or correct its name in STORAGE_URL.`;
  if (code === 'RequestTimeTooSkewed') return 'Let this machine set its clock by NTP: "timedatectl set-ntp true".';
  if (/Redirect|Malformed/.test(code)) return `Correct the region in STORAGE_URL, now ${region}.`;
  if (/Signature|InvalidAccessKeyId|Token/.test(code))
    return 'Correct KEY:SECRET in STORAGE_URL. Write / as %2F and + as %2B in the secret.';
  if (status === 403) {
    const on = what === 'list' ? `the bucket ${bucket}` : `${bucket}/${prefix}*`;
    return `Allow ${rights[what]} on ${on} to the key of STORAGE_URL.`;
  }
  return "See the storage's own log.";
}

/** Whether an object can be read without a key. */
async function isPublic(url: string): Promise<boolean> {
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patience.tryMs) }).catch(
    () => null,
  );
  await answer?.body?.cancel();
  return answer?.status === 200;
}

/** Writes, reads, lists and deletes a file. */
async function folderFindings({ config, isForeign }: Deployment): Promise<Finding[]> {
  const root = join(config.dataDir, 'photos');
  if (isForeign) return [];
  const mend = `Let this account write there: "chown -R $(id -u) ${config.dataDir}".`;
  try {
    if (!(await isThere(root))) {
      const parent = await nearestFolder(root);
      await access(parent, constants.W_OK | constants.X_OK);
      return [ok(`The first start creates ${root}.`)];
    }
    const storage = new FolderStorage(root);
    const name = newId();
    await storage.put(`doctor/${name}`, bytes);
    const read = await storage.get(`doctor/${name}`);
    const names = await readdir(join(root, 'doctor'));
    await storage.remove('doctor');
    if (read?.equals(bytes) && names.includes(name))
      return [ok(`A file was written, read, listed and deleted in ${root}.`)];
    return [fault(`${root} does not return what was written.`, 'Use a local disk for DATA_DIR.')];
  } catch (error) {
    return [fault(`Photos cannot be stored: ${messageOf(error)}.`, mend)];
  }
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  return (await isThere(parent)) ? parent : nearestFolder(parent);
}
