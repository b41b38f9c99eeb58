import type { Sendable } from '#src/outbox/define-mutation.ts';
import { bytesLostCode, type MutationError, type QueuedMutation } from '#src/outbox/mutation.ts';
import { userDb } from '#src/storage/user-db.ts';

/** Error of a photo whose file is no longer on this device. */
export const lost: MutationError = {
  status: 0,
  code: bytesLostCode,
  message: '',
  validation: null,
};

/** Content digest `sha-256=:…:` (RFC 9530). */
async function digestOf(blob: Blob): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
  return `sha-256=:${btoa(String.fromCharCode(...hash))}:`;
}

/** Returns the upload's headers and body, or why the photo cannot be sent. */
export async function bytesOf({ targetId }: Pick<QueuedMutation, 'targetId'>): Promise<Sendable> {
  const photo = await userDb.photoBlobs.get(targetId);
  if (!photo) return { lost };
  const { blob } = photo;
  return { headers: { 'Content-Digest': await digestOf(blob), 'Content-Type': blob.type }, body: blob };
}
