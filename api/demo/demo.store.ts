import type { Collection, Db } from 'mongodb';
import type { AccountRow } from '#api/features/accounts/accounts.store.ts';
import type { BikeRow } from '#api/features/bikes/bikes.store.ts';
import type { CommentRow } from '#api/features/comments/comments.store.ts';
import type { ConversationRow, MessageRow } from '#api/features/conversations/conversations.row.ts';
import type { FoldersRow } from '#api/features/favorites/favorites.folders.store.ts';
import type { FavoriteRow } from '#api/features/favorites/favorites.store.ts';
import type { LikeRow } from '#api/features/likes/likes.store.ts';
import type { PhotoRow } from '#api/features/photos/photos.store.ts';
import type { PictureRow } from '#api/features/profile/profile.pictures.store.ts';
import type { ProfileRow } from '#api/features/profile/profile.store.ts';
import { small } from '#api/platform/placement.ts';
import type { SiteMeta } from '#api/platform/site-meta.ts';
import { usernameKey } from '#contract/username.ts';

/** The rows of the sample community, by collection. */
export type DemoRows = {
  photos: PhotoRow[];
  bikes: BikeRow[];
  comments: CommentRow[];
  likes: LikeRow[];
  favorites: FavoriteRow[];
  folders: FoldersRow[];
  profiles: ProfileRow[];
  pictures: PictureRow[];
  users: AccountRow[];
};
type Kind = keyof DemoRows;
type DemoIds = { _id: string; demo?: true };

const kinds: readonly Kind[] = [
  'photos',
  'bikes',
  'comments',
  'likes',
  'favorites',
  'folders',
  'profiles',
  'pictures',
  'users',
];
/** Rows inserted at once. */
const batchSize = 100;
const allNoted = 'sample rows are noted';

/** A member of the sample community, who cannot log in. */
export const memberRow = (id: string, username: string, createdAt: Date, avatar = ''): AccountRow => ({
  _id: id,
  username,
  foldedName: usernameKey(username),
  nameKeys: [usernameKey(username)],
  avatar,
  createdAt,
  email: `${id}@demo.invalid`,
  passwordHash: null,
  confirmationSentAt: null,
  status: 'Active',
  authEpoch: 0,
});

/** Reads and writes the sample community's rows. Nothing else knows which rows those are. */
export class DemoStore {
  readonly placement = { demo: small };
  readonly #db: Db;
  readonly #siteMeta: SiteMeta;
  /**
   * The ids of the sample rows, by collection. Stored before the rows are inserted, and deleted after they are removed.
   */
  readonly #known: Collection<{ _id: Kind; ids: string[] }>;

  constructor(db: Db, siteMeta: SiteMeta) {
    this.#db = db;
    this.#siteMeta = siteMeta;
    this.#known = db.collection('demo');
  }

  /** Migrates the first format, in which each sample row had a `demo` field. */
  async createIndexes(): Promise<void> {
    if (await this.#siteMeta.get(allNoted)) return;
    for (const kind of kinds) {
      const rows = this.#db.collection<DemoIds>(kind);
      const demoIds = await rows.find({ demo: true }, { projection: { _id: 1 } }).toArray();
      if (demoIds.length === 0) continue;
      await this.#note(kind, [...(await this.ids(kind)), ...demoIds.map(({ _id }) => _id)]);
      await rows.updateMany({ demo: true }, { $unset: { demo: '' } });
    }
    await this.#siteMeta.set(allNoted, 'yes');
  }

  async #note(kind: Kind, ids: string[]): Promise<void> {
    await this.#known.updateOne({ _id: kind }, { $set: { ids: [...new Set(ids)] } }, { upsert: true });
  }

  async ids(kind: Kind): Promise<string[]> {
    return (await this.#known.findOne({ _id: kind }))?.ids ?? [];
  }

  /** Stores the ids first, so that an interrupted insert can be removed. */
  async insert<K extends Kind>(kind: K, rows: DemoRows[K]): Promise<void> {
    const known: readonly { _id: string }[] = rows;
    await this.#note(
      kind,
      known.map(({ _id }) => _id),
    );
    for (let n = 0; n < known.length; n += batchSize) {
      await this.#db.collection<{ _id: string }>(kind).insertMany(known.slice(n, n + batchSize));
    }
  }

  /** Removes the sample rows of a collection. */
  async remove(kind: Kind): Promise<void> {
    await this.#db.collection<{ _id: string }>(kind).deleteMany({ _id: { $in: await this.ids(kind) } });
  }

  /** Removes comments, likes, favorites and alerts about the sample bikes, and the alerts of their owners. */
  async removeTalk(): Promise<void> {
    const about = { bikeId: { $in: await this.ids('bikes') } };
    await this.#db.collection('comments').deleteMany(about);
    await this.#db.collection('likes').deleteMany(about);
    await this.#db.collection('favorites').deleteMany(about);
    await this.#db.collection('alerts').deleteMany(about);
    await this.#db.collection<{ _id: string }>('alerts').deleteMany({ _id: { $in: await this.ids('users') } });
  }

  /** Removes all conversations of sample members. */
  async removeLetters(): Promise<void> {
    for (const id of await this.ids('users')) {
      const theirs = await this.#db.collection<ConversationRow>('conversations').find({ heldBy: id }).toArray();
      const gone = theirs.map(({ _id }) => _id);
      if (gone.length === 0) continue;
      await this.#db.collection<MessageRow>('messages').deleteMany({ conversationId: { $in: gone } });
      await this.#db.collection<ConversationRow>('conversations').deleteMany({ _id: { $in: gone } });
    }
  }

  /** Removes the weekly wins of sample bikes. */
  async removeWins(): Promise<void> {
    await this.#db.collection('winners').deleteMany({ 'winner.bikeId': { $in: await this.ids('bikes') } });
  }

  /** Deletes the stored ids. Call it last: without them the rows cannot be found. */
  async forget(): Promise<void> {
    await this.#known.deleteMany({});
  }
}
