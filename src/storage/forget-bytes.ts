import type { Id } from '#contract/ids.ts';
import { userDb } from './user-db.ts';

// The bytes of a photo leave this device for two reasons: its member has removed it, or the server has just confirmed
// that it has it. A photo that the server does not name may be lost there, and its last bytes be here.

/** Deletes the bytes of photos that their member has removed, or whose bike the server has accepted. */
export const forgetBytes = (...ids: Id[]): Promise<void> => userDb.photoBlobs.remove(...ids);

/**
 * Deletes the bytes of photos that the server has.
 * @param stored ids that the server has just confirmed
 * @returns the ids whose bytes stay, because the server lacks them
 */
export async function forgetStored(ids: readonly Id[], stored: ReadonlySet<Id>): Promise<Set<Id>> {
  const here = await Promise.all(ids.map((id) => userDb.photoBlobs.has(id)));
  const kept = new Set(ids.filter((id, at) => here[at] && !stored.has(id)));
  await forgetBytes(...ids.filter((id) => !kept.has(id)));
  return kept;
}
