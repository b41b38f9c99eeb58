import { draftPath } from '#contract/draft-path.ts';
import type { DraftSave } from '#contract/drafts.ts';
import { pathOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import type { PhotoNote } from '#contract/photos.ts';
import type { RefreshOutcome } from '#src/lib/refresh.ts';
import { type Answer, backoff, classifyResponse, type ResponseClass } from '#src/outbox/classify-response.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { lockOf } from '#src/outbox/outbox.ts';
import { mayComeThrough } from '#src/outbox/refusals.ts';
import { thisDevice } from '#src/storage/device-id.ts';
import { type DraftPhoto, durableTransaction, getMeta, type OnSite, userDb } from '#src/storage/user-db.ts';
import { draftPhotoRow } from './draft-rows.ts';
import { draftsToBring, type WholeDraft } from './drafts.ts';

/** What bringing drafts to the site is given, so that page, worker and tests share it. */
export interface SyncTools {
  userId: Id;
  /** Sends the bytes of a photo. */
  send(row: QueuedMutation): Promise<Answer>;
  /** Sends JSON as that member. */
  put(path: string, body: unknown, userId: Id): Promise<Answer>;
  /** Whether the site answers at all. */
  probe(): Promise<boolean>;
  mark(): Promise<string | null>;
  refresh(mark: string | null): Promise<RefreshOutcome>;
  now(): number;
  random(): number;
}

/** `more`: look at once for what is next. `nothing`: all is there, or waits for somebody else. `nextAt`: milliseconds since the epoch. */
export type SyncStep = 'more' | 'nothing' | { nextAt: number };

const arrived = ({ photos }: WholeDraft): number => photos.filter((photo) => photo.uploaded).length;
const nextPhoto = ({ photos }: WholeDraft) => photos.find((photo) => !photo.uploaded && !photo.refused);
const isSaved = (draft: WholeDraft): boolean =>
  draft.site?.savedAt === draft.savedAt && draft.site.photos === arrived(draft);

/** The drafts of new bikes that the site does not have as they are here, and may have. */
async function unsyncedOf(userId: Id): Promise<WholeDraft[]> {
  const drafts = (await draftsToBring(userId)).filter((draft) => !draft.ofPublished && !draft.site?.apart);
  return drafts.filter((draft) => !isSaved(draft) || nextPhoto(draft));
}

/** Whether the site has all that this device has of a draft. */
export const isOnSite = (draft: WholeDraft): boolean =>
  !draft.ofPublished && !draft.site?.apart && isSaved(draft) && draft.photos.every((photo) => photo.uploaded);

/** Whether something of a member's drafts is not on the site yet. */
export const hasUnsynced = async (userId: Id): Promise<boolean> => (await unsyncedOf(userId)).length > 0;

/** Notes how a draft stands on the site, unless it is gone from here. */
export const noteSite = (id: Id, change: (site: OnSite | undefined) => OnSite | undefined): Promise<void> =>
  durableTransaction(async () => {
    const draft = await userDb.drafts.get(id);
    if (draft?.state !== 'editing') return;
    const { site, ...rest } = draft;
    const next = change(site);
    // What was published is a change of that bike from now on, and older than whatever is there.
    const ofPublished = next?.apart === 'published' ? { ofPublished: true, ofVersion: 1 } : {};
    await userDb.drafts.put({ ...rest, ...(next && { site: next }), ...ofPublished });
  });

/** Which words of a refusal say that what is on the site is not this draft any more. */
const aparts: Record<string, OnSite['apart']> = {
  'bike.changed': 'changed',
  gone: 'gone',
  'bike.status': 'published',
};
/** How a draft and the site have parted by a refusal; null when they have not. */
export const apartBy = (code: string | null): OnSite['apart'] | null => aparts[code ?? ''] ?? null;

/** Of a draft of which this device does not know that the site has it. */
export const neverThere: OnSite = { version: 0, savedAt: 0, photos: 0 };

/** Milliseconds after which what was refused for itself is tried again. */
const refusedFor = 15 * 60_000;

async function asked(ask: () => Promise<Answer>, tools: SyncTools): Promise<ResponseClass> {
  const row = { method: 'PUT', attempts: 1 } as const;
  const mark = await tools.mark();
  const verdict = classifyResponse(row, await ask());
  if (verdict.act !== 'refresh' || (await tools.refresh(mark)) !== 'refreshed') return verdict;
  return classifyResponse(row, await ask());
}

/** The drafts that were refused for themselves, and until when they wait: others go on. */
const parked = new Map<Id, number>();

/** What comes of a draft that could not be brought there now. */
function later({ id }: WholeDraft, verdict: ResponseClass, tools: SyncTools): SyncStep {
  if (verdict.act === 'stop') return 'nothing';
  const retryAfter = verdict.act === 'retry' ? verdict.retryAfter : refusedFor;
  const nextAt = tools.now() + backoff(4, tools.random(), retryAfter);
  const own = verdict.act === 'fail' || (verdict.act === 'retry' && verdict.error.status === 429);
  if (!own) return { nextAt };
  parked.set(id, nextAt);
  return 'more';
}

/** Whether a draft stands as it did when it was sent: another version may have taken its place meanwhile. */
const isOf = (now: OnSite | undefined, { seen }: DraftSave): boolean =>
  (now?.version ?? 0) === seen.version && !now?.apart;

/** Notes that the site may have a draft from now on: one that arrives without an answer is deleted there all the same. */
async function noteTried({ id, site }: WholeDraft, { probe, now, random }: SyncTools): Promise<number | null> {
  if (site) return null;
  if (!(await probe())) return now() + backoff(1, random());
  await noteSite(id, (known = neverThere) => known);
  return null;
}

const noteOf = ({ id, kind, caption, alt, takenYear }: DraftPhoto): PhotoNote => ({
  ...{ id, kind, caption, alt },
  ...(takenYear != null && { takenYear }),
});

async function saveDraft(draft: WholeDraft, tools: SyncTools): Promise<SyncStep> {
  const { id, fields, photos, savedAt, site } = draft;
  const silentUntil = await noteTried(draft, tools);
  if (silentUntil) return { nextAt: silentUntil };
  const body: DraftSave = {
    fields,
    photos: photos.filter((photo) => photo.uploaded).map(noteOf),
    seen: { version: site?.version ?? 0, device: await thisDevice() },
  };
  const verdict = await asked(() => tools.put(pathOf({ path: draftPath }, { bikeId: id }), body, tools.userId), tools);
  if (verdict.act === 'done') {
    const { version = 0 } = (verdict.data ?? {}) as { version?: number };
    const saved = { version, savedAt, photos: body.photos.length };
    await noteSite(id, (now) => (isOf(now, body) ? saved : now));
    return 'more';
  }
  const apart = verdict.act === 'fail' ? apartBy(verdict.error.code) : null;
  if (!apart) return later(draft, verdict, tools);
  await noteSite(id, (now = neverThere) => (isOf(now, body) ? { ...now, apart } : now));
  return 'more';
}

const notePhoto = (id: Id, note: Partial<DraftPhoto>): Promise<void> =>
  durableTransaction(async () => {
    const photo = await userDb.photos.get(id);
    if (photo) await userDb.photos.put({ ...photo, ...note });
  });

async function savePhoto(draft: WholeDraft, photo: DraftPhoto, tools: SyncTools): Promise<SyncStep> {
  const row = draftPhotoRow(draft.userId, photo);
  if (!photo.tried) await notePhoto(photo.id, { tried: true });
  const verdict = await asked(() => tools.send(row), tools);
  const settled = verdict.act === 'done' || (verdict.act === 'fail' && !mayComeThrough(verdict.error));
  if (!settled) return later(draft, verdict, tools);
  // What is refused stays here; whoever publishes it is told why.
  await notePhoto(photo.id, verdict.act === 'done' ? { uploaded: true } : { refused: true });
  return 'more';
}

/** Brings the next piece of a member's drafts to the site: what was typed first, then a photo. */
async function step(tools: SyncTools): Promise<SyncStep> {
  // A sign-out does not wait for what is left.
  if ((await getMeta('authUser'))?.id !== tools.userId) return 'nothing';
  const drafts = await unsyncedOf(tools.userId);
  const waitOf = ({ id }: WholeDraft): number => parked.get(id) ?? 0;
  const draft = drafts.find((one) => waitOf(one) <= tools.now());
  if (!draft) return drafts.length > 0 ? { nextAt: Math.min(...drafts.map(waitOf)) } : 'nothing';
  const photo = nextPhoto(draft);
  return isSaved(draft) && photo ? savePhoto(draft, photo, tools) : saveDraft(draft, tools);
}

/** The same under the outbox's lock: what is published meanwhile is sent after it, and nobody else does the same. */
export async function syncStep(tools: SyncTools): Promise<SyncStep> {
  if (!navigator.locks) return step(tools);
  return navigator.locks.request(lockOf(tools.userId), () => step(tools)) as Promise<SyncStep>;
}
