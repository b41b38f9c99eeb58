import type { Id } from '#contract/ids.ts';
import { photoLimits } from '#contract/photos.ts';
import { many, t } from '#contract/texts.ts';
import { forgetBytes } from '#src/storage/forget-bytes.ts';
import { dropOffered, isExpired, isOffered, nobody } from '#src/storage/shared-photos.ts';
import { durableTransaction, memberHere, type SharedPhoto, userDb } from '#src/storage/user-db.ts';
import { ownDraft } from './own-draft.ts';

/** Photos that another app has shared. */
export type OfferedShare = {
  /** The id of the draft that they become. */
  id: Id;
  count: number;
  /** Names of the files. */
  files: string[];
  /** Why other files cannot be added. */
  problems: string[];
};

/** Says why a shared file cannot be added. */
export function shareProblemText({ file, problem = '', over = 0 }: SharedPhoto): string {
  switch (problem) {
    case 'file too large':
      return t`${file} is larger than 20 MB.`;
    case 'share too large':
      return t`${file} wasn’t added. Share up to 200 MB at once.`;
    case 'no photo':
      return t`${file} is not a photo.`;
    case 'too many':
      return many(
        over,
      )`# more photo wasn’t added. A bike can have up to ${photoLimits.perBike} photos.|# more photos weren’t added. A bike can have up to ${photoLimits.perBike} photos.`;
    default:
      return problem;
  }
}

/** The share that waits for a member's yes; null if there is none. */
export async function offeredShare(userId: Id, now = Date.now()): Promise<OfferedShare | null> {
  const drafts = [...(await userDb.drafts.where('userId', userId)), ...(await userDb.drafts.where('userId', nobody))];
  const draft = drafts.find((one) => isOffered(one) && !isExpired(one, now));
  if (!draft) return null;
  const shared = draft.shared ?? [];
  const files = shared.filter(({ problem }) => !problem).map(({ file }) => file);
  const problems = shared.filter(({ problem }) => problem).map(shareProblemText);
  return { id: draft.id, count: files.length, files, problems };
}

/** Makes a share a draft of the member. */
export const acceptShare = (userId: Id, draftId: Id, now = Date.now()): Promise<void> =>
  durableTransaction(async () => {
    const share = await offeredShare(userId, now);
    const draft = share?.id === draftId ? await userDb.drafts.get(draftId) : undefined;
    if (!draft) return;
    const { offered: _, ...rest } = draft;
    await userDb.drafts.put({ ...rest, userId, savedAt: now });
  });

/** Deletes a share that waits for a member's yes. */
export const discardShare = (draftId: Id): Promise<void> =>
  durableTransaction(() => dropOffered(({ id }) => id === draftId));

/** Deletes shares that were not accepted in time. */
export const discardExpired = (now = Date.now()): Promise<void> =>
  durableTransaction(() => dropOffered((draft) => isExpired(draft, now)));

/** Counts the photos of a draft that wait for a log-in. `forADay`: nobody owns them yet. */
export async function sharedWaiting(draftId: Id): Promise<{ count: number; forADay: boolean } | null> {
  const draft = await userDb.drafts.get(draftId);
  const owner = draft?.userId === nobody ? nobody : (await memberHere())?.id;
  if (!draft?.shared || draft.userId !== owner) return null;
  return { count: draft.shared.filter(({ problem }) => !problem).length, forADay: owner === nobody };
}

/** Where each file of {@link sharedFiles} is stored. */
const places = new WeakMap<File, { draftId: Id; id: Id }>();

/** How often a form takes a photo by itself. The member decides about one that has ended the page that often. */
const maxTries = 2;

type SharedFiles = {
  /** To be taken by the form. */
  files: File[];
  /** Those that the member decides about. */
  unfinished: File[];
  /** Why others were refused. */
  problems: SharedPhoto[];
};

/** The shared files that a draft does not have as photos yet. */
export async function sharedFiles(draftId: Id): Promise<SharedFiles> {
  const shared = (await ownDraft(draftId))?.shared ?? [];
  const found: SharedFiles = { files: [], unfinished: [], problems: shared.filter(({ problem }) => problem) };
  for (const { id, file, tries = 0 } of shared) {
    const stored = await userDb.photoBlobs.get(id);
    if (!stored) continue;
    const photo = new File([stored.blob], file, { type: stored.blob.type });
    places.set(photo, { draftId, id });
    (tries < maxTries ? found.files : found.unfinished).push(photo);
  }
  return found;
}

/** Takes entries out of a draft. Returns whether all of them were still there. */
export const releaseEntries = (draftId: Id, ids: readonly Id[]): Promise<boolean> =>
  durableTransaction(async () => {
    const draft = await ownDraft(draftId);
    if (!draft?.shared) return false;
    const { shared, ...rest } = draft;
    const left = shared.filter(({ id }) => !ids.includes(id));
    if (left.length + ids.length !== shared.length) return false;
    await forgetBytes(...ids);
    await userDb.drafts.put({ ...rest, ...(left.length > 0 && { shared: left }) });
    return true;
  });

/**
 * Notes that the form begins to take a file. Its bytes stay until it is a photo of the draft.
 * @returns false if it is not there any more; true for a file that was not shared
 */
export const countTry = async (file: File): Promise<boolean> => {
  const place = places.get(file);
  return (
    !place ||
    durableTransaction(async () => {
      const draft = await ownDraft(place.draftId);
      if (!draft?.shared?.some(({ id }) => id === place.id)) return false;
      const shared = draft.shared.map((one) => (one.id === place.id ? { ...one, tries: (one.tries ?? 0) + 1 } : one));
      await userDb.drafts.put({ ...draft, shared });
      return true;
    })
  );
};

/**
 * Takes a shared file out of its draft, because it is one of its photos now or is not wanted.
 * @returns false if another tab has taken it; true for any other file
 */
export async function releaseShared(file: File): Promise<boolean> {
  const place = places.get(file);
  return !place || releaseEntries(place.draftId, [place.id]);
}

/** Runs `work` while no other tab takes the shared files of the draft. */
export const takeShared = (draftId: Id, work: () => Promise<unknown>): Promise<unknown> =>
  navigator.locks ? navigator.locks.request(`shared:${draftId}`, work) : work();
