import type { S3Address } from '#api/platform/storage/s3-address.ts';
import { S3Client, S3Failure } from '#api/platform/storage/s3-client.ts';
import { pageOf } from '#api/platform/storage/s3-xml.ts';
import { newId } from '#contract/ids.ts';
import { type Finding, fault, ok } from './finding.ts';

export const patience = { tries: 2, tryMs: 5_000, wholeMs: 11_000 };
export const probeBytes = new TextEncoder().encode('Written by npm run doctor. It can be deleted.');

/** The right that each call needs. */
const rights = {
  write: 's3:PutObject',
  read: 's3:GetObject',
  list: 's3:ListBucket',
  delete: 's3:DeleteObject',
} as const;

type Tried = {
  address: S3Address;
  /** The setting that names the bucket. */
  setting: 'STORAGE_URL' | 'BACKUP_TO';
  /** Why nobody else may read it. */
  harm: string;
};

/** Writes, reads, lists and deletes an object, and asks for it as a stranger. */
export async function tryBucket(tried: Tried): Promise<Finding[]> {
  const { address, harm } = tried;
  const where = `the bucket ${address.bucket}`;
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
    findings.push(fault(`The site cannot ${what} objects in ${where} (${said}).`, fixOf(answer, what, tried)));
    return null;
  };
  if (!(await attempt('write', { method: 'PUT', key, body: probeBytes }))) return findings;
  const read = await attempt('read', { method: 'GET', key });
  if (read && !read.equals(probeBytes)) {
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
        `Anybody can read ${where}: ${harm}.`,
        'Block public access to the bucket. The site reads it with its own key.',
      ),
    );
  }
  if (!(await attempt('delete', { method: 'DELETE', key }))) {
    const last = findings.at(-1);
    if (last) last.fix += ` Delete ${key} yourself.`;
  }
  return findings.length > 0 ? findings : [ok(`An object was written, read, listed and deleted in ${where}.`)];
}

/** The advice for a refused call. */
export function fixOf(
  { status, code }: { status: number; code: string },
  what: keyof typeof rights,
  { address: { bucket, prefix, region }, setting }: Pick<Tried, 'address' | 'setting'>,
): string {
  if (status === 0) return `Correct the endpoint in ${setting}, start the storage, or let the firewall pass it.`;
  if (code === 'NoSuchBucket') return `Create the bucket ${bucket}, or correct its name in ${setting}.`;
  if (code === 'RequestTimeTooSkewed') return 'Let this machine set its clock by NTP: "timedatectl set-ntp true".';
  if (/Redirect|Malformed/.test(code)) return `Correct the region in ${setting}, now ${region}.`;
  if (/Signature|InvalidAccessKeyId|Token/.test(code))
    return `Correct KEY:SECRET in ${setting}. Write / as %2F and + as %2B in the secret.`;
  if (status === 403) {
    const on = what === 'list' ? `the bucket ${bucket}` : `${bucket}/${prefix}*`;
    return `Allow ${rights[what]} on ${on} to the key of ${setting}.`;
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
