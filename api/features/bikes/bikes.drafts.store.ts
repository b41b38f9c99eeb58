import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import { isDuplicate, quietly } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import { noCounts } from '#contract/bike-defaults.ts';
import { type DraftCard, type DraftTurn, type FieldValue, namingFields, type SiteDraft } from '#contract/drafts.ts';
import { newId } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import type { Photo } from '#contract/photos.ts';
import type { Seen } from '#contract/seen.ts';
import { deletedBefore, noticeOf } from './bikes.removal.ts';
import { statusUpdate } from './bikes.status-history.ts';
import { type BikeContent, type BikeRow, coverOf, writtenOf } from './bikes.store.ts';
import { hotRank, publishedWeeks } from './hot-rank.ts';

type Fields = Record<string, FieldValue>;

/** The stored content of a bike that was never published. */
export type DraftNote = {
  /** The form's values as JSON, because field names contain dots. */
  fields: string;
  named: Fields;
  /** The device of the last save; all saves since version `base` came from it. */
  device: string;
  base: number;
  /** Id of the current turn, and the last turns. Absent in drafts of older builds. */
  turn?: string;
  turns?: DraftTurn[];
  savedAt: Date;
};

/** Turns that a draft remembers. A device that was away for longer asks its owner. */
const maxTurns = 20;

export type DraftContent = { fields: Fields; photos: Photo[] };

/** A draft with its content as one string, to compare it with a save. */
export type FoundDraft = { draft: SiteDraft; content: string };

const cardFields = {
  cover: 1,
  version: 1,
  'draft.named': 1,
  'draft.savedAt': 1,
  status: 1,
  statusChangedAt: 1,
  removal: 1,
  followed: 1,
} as const;
type CardRow = Pick<BikeRow, '_id' | 'cover' | 'version' | 'status' | 'statusChangedAt'> & { draft: DraftNote };

const toDraftCard = ({ _id, cover = null, version, draft, ...row }: CardRow): DraftCard => ({
  id: _id,
  version,
  savedAt: draft.savedAt.toISOString(),
  named: draft.named,
  cover,
  restorableUntil: noticeOf(row as BikeRow).restorableUntil,
});

const contentOf = (fields: Fields | string, photos: Photo[]): string =>
  JSON.stringify([typeof fields === 'string' ? fields : JSON.stringify(fields), photos]);

const namedIn = (fields: Fields): Fields =>
  Object.fromEntries(namingFields.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));

/** Filters that match a member's draft if it is not newer than `seen`. */
const asSeen = (id: string, ownerId: string, { version, device, turn }: Seen) => [
  {
    ...draftOf(id, ownerId),
    version: { $gte: version },
    'draft.device': device,
    'draft.base': { $lte: version },
  } as Filter<BikeRow>,
  // After a restored backup another device may have made the same version.
  { ...draftOf(id, ownerId), version, ...(turn && { 'draft.turn': { $in: [turn, null] } }) } as Filter<BikeRow>,
];
const draftOf = (id: string, ownerId: string) =>
  ({ _id: id, 'owner.id': ownerId, status: 'Draft', 'draft.savedAt': { $exists: true } }) as const;

/**
 * Stores drafts: bikes that were never published and are visible only to their owner. They lie in the collection of
 * bikes, so the rules of bikes hold for them.
 */
export class BikeDraftStore {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  async createIndexes(): Promise<void> {
    await this.#bikes.createIndex(
      { 'owner.id': 1, 'draft.savedAt': -1, _id: -1 },
      { partialFilterExpression: { 'draft.savedAt': { $exists: true } } },
    );
  }

  async find(id: string): Promise<FoundDraft | null> {
    const row = await this.#bikes.findOne({ _id: id }, { projection: { draft: 1, photos: 1, version: 1 } });
    if (!row?.draft) return null;
    const { fields, savedAt, turns = [] } = row.draft;
    const { photos, version } = row;
    return {
      draft: { id, version, turns, savedAt: savedAt.toISOString(), fields: JSON.parse(fields) as Fields, photos },
      content: contentOf(fields, photos),
    };
  }

  /** A member's drafts, last saved first, including deleted ones that can be restored. */
  async ownedBy(ownerId: string, now: Date, limit: number, cursor?: string): Promise<Page<DraftCard>> {
    const rest = after<BikeRow>('draft.savedAt', cursor, (at) => new Date(at));
    const saved = { $exists: true, ...(rest['draft.savedAt'] as object | undefined) };
    const deleted = { status: 'Deleted', removal: null, 'followed.from': null };
    const existing = { $or: [{ status: 'Draft' }, { ...deleted, statusChangedAt: { $gt: deletedBefore(now) } }] };
    const rows = await this.#bikes
      .find({ ...rest, 'owner.id': ownerId, 'draft.savedAt': saved, $and: [existing] } as Filter<BikeRow>)
      .project<CardRow>(cardFields)
      .sort({ 'draft.savedAt': -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    return page(rows, limit, toDraftCard, (row) => ({ at: row.draft.savedAt.getTime(), id: row._id }));
  }

  /** Whether the draft already has this content. */
  holds({ content }: FoundDraft, { fields, photos }: DraftContent): boolean {
    return content === contentOf(fields, photos);
  }

  /** Adds a draft. Returns false if the id is taken. */
  async insert(id: string, owner: Person, content: DraftContent, device: string, at: Date): Promise<boolean> {
    const times = { createdAt: at, publishedAt: at, updatedAt: at, statusChangedAt: at };
    const counters = { counts: noCounts, countSeq: 0, hotRank: 0, points: 0, random: Math.random() };
    const turn: DraftTurn = { id: newId(), base: 0 };
    // A draft has no content to search or sort by yet. Lists name it by `draft.named`.
    const emptyFields = { brand: '', model: '', year: null, nickname: '', slug: 'bike', find: '', terms: [], keys: [] };
    const row = {
      _id: id,
      owner,
      status: 'Draft',
      ...emptyFields,
      ...counters,
      tally: { weeks: [], marks: [] },
      ...times,
      version: 1,
      photos: content.photos,
      cover: coverOf(content),
      draft: { ...noteOf(content, at), device, base: 0, turn: turn.id, turns: [turn] },
    };
    try {
      await this.#bikes.insertOne(row as unknown as BikeRow, quietly);
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** Replaces the draft unless it is newer than `seen`. Returns false if it is newer or is no draft any more. */
  async replace(id: string, ownerId: string, content: DraftContent, seen: Seen, at: Date): Promise<boolean> {
    const note = Object.entries(noteOf(content, at)).map(([name, value]) => [`draft.${name}`, value]);
    const $set = { photos: content.photos, cover: coverOf(content), updatedAt: at, ...Object.fromEntries(note) };
    const [own, other] = asSeen(id, ownerId, seen);
    const turn: DraftTurn = { id: newId(), base: seen.version };
    const takenOver = { 'draft.device': seen.device, 'draft.base': turn.base, 'draft.turn': turn.id };
    const $push = { 'draft.turns': { $each: [turn], $slice: -maxTurns } };
    if (!seen.wasRestored && (await this.#change(own, $set, {}, quietly))) return true;
    return this.#change(other, { ...$set, ...takenOver }, { $push }, quietly);
  }

  /** Publishes the draft unless it is newer than `seen`. Returns false if it is newer or is no draft any more. */
  async publish(id: string, ownerId: string, content: BikeContent, seen: Seen, at: Date): Promise<boolean> {
    const { $set: status, $push } = statusUpdate('Active', at);
    const weeks = publishedWeeks(at);
    const ranked = { hotRank: hotRank(weeks), tally: { weeks, marks: [] } };
    const $set = { ...writtenOf(content), publishedAt: at, updatedAt: at, ...ranked, ...status };
    for (const filter of asSeen(id, ownerId, seen))
      if (await this.#change(filter, $set, { $push, $unset: { draft: '' } })) return true;
    return false;
  }

  async #change(
    filter: Filter<BikeRow> | undefined,
    $set: object,
    more: UpdateFilter<BikeRow> = {},
    how: typeof quietly = {},
  ): Promise<boolean> {
    const update = { $set, $inc: { version: 1 }, ...more } as UpdateFilter<BikeRow>;
    return (await this.#bikes.updateOne(filter ?? {}, update, how)).matchedCount === 1;
  }
}

const noteOf = ({ fields }: DraftContent, savedAt: Date) => ({
  fields: JSON.stringify(fields),
  named: namedIn(fields),
  savedAt,
});
