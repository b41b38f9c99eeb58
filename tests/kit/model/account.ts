import type { Db } from 'mongodb';
import { type ConversationRow, pairIdOf, slotOf } from '#api/features/conversations/conversations.row.ts';
import { defaultFolderOf } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';

/** Messages of every two members before anything is written. */
export const begun = 2;

/** A member's expected data once everything has arrived. */
export class AccountModel {
  readonly id: Id;
  readonly username: string;
  readonly likes = new Set<Id>();
  /** Text of each comment. */
  readonly comments = new Map<Id, string>();
  readonly folders = new Map<Id, string>();
  /** Bikes of each folder. */
  readonly placed = new Map<Id, Set<Id>>();
  /** Text of each message that was not unsent. */
  readonly messages = new Map<Id, string>();
  /** Flagged items, each once. */
  readonly flags = new Set<string>();
  /** Status of each own bike, by its model. */
  readonly bikes = new Map<string, string>();

  constructor(id: Id, username: string) {
    this.id = id;
    this.username = username;
    this.placed.set(defaultFolderOf(id), new Set());
  }

  /** Returns everything in sorted order. */
  expected() {
    const placed = [...this.placed].flatMap(([folder, bikes]) => [...bikes].map((bike) => `${folder} ${bike}`));
    const lines = (map: Map<string, string>) => [...map].map(([key, value]) => `${key} ${value}`).sort();
    return {
      likes: [...this.likes].sort(),
      comments: lines(this.comments),
      folders: lines(this.folders),
      placed: placed.sort(),
      messages: lines(this.messages),
      flags: [...this.flags].sort(),
      bikes: lines(this.bikes),
    };
  }

  /** Returns the same from the database; duplicates appear twice. */
  async stored(db: Db): Promise<ReturnType<AccountModel['expected']>> {
    const { id: userId } = this;
    const rows = (name: string, filter: object) => db.collection(name).find(filter).toArray();
    const [likes, comments, favorites, bikes, messages, flags] = await Promise.all([
      rows('likes', { userId, 'change.by': { $ne: -1 } }),
      rows('comments', { 'author.id': userId, status: 'Active' }),
      rows('favorites', { userId }),
      rows('bikes', { 'owner.id': userId }),
      rows('messages', { authorId: userId, unsent: false, number: { $gt: begun } }),
      rows('flags', { userId }),
    ]);
    const list = await db
      .collection<{ _id: Id; folders: { id: Id; name: string }[] }>('folders')
      .findOne({ _id: userId });
    const own = list?.folders.filter(({ id }) => id !== defaultFolderOf(userId)) ?? [];
    return {
      likes: likes.map((like) => String(like.bikeId)).sort(),
      comments: comments.map(({ _id, text }) => `${_id} ${text}`).sort(),
      folders: own.map(({ id, name }) => `${id} ${name}`).sort(),
      placed: favorites
        .flatMap(({ bikeId, folders }) => (folders as { id: Id }[]).map(({ id }) => `${id} ${bikeId}`))
        .sort(),
      messages: messages.map(({ _id, text }) => `${_id} ${text}`).sort(),
      flags: flags.map(({ type, targetId }) => `${type} ${targetId}`).sort(),
      bikes: bikes.map(({ model, status }) => `${model} ${status}`).sort(),
    };
  }
}

/** Returns a bike's stored counts and the counted documents. */
export async function countsOf(db: Db, bikeId: Id) {
  const bike = await db.collection<{ _id: Id; counts: Record<string, number> }>('bikes').findOne({ _id: bikeId });
  const [likes, comments, favorites] = await Promise.all([
    db.collection('likes').countDocuments({ bikeId, 'change.by': { $ne: -1 } }),
    db.collection('comments').countDocuments({ bikeId, status: 'Active' }),
    db.collection('favorites').countDocuments({ bikeId, 'folders.0': { $exists: true } }),
  ]);
  const { likes: ofLikes, comments: ofComments, favorites: ofFavorites } = bike?.counts ?? {};
  return {
    said: { likes: ofLikes, comments: ofComments, favorites: ofFavorites },
    counted: { likes, comments, favorites },
  };
}

/** Returns a conversation's stored counts and the counted messages. */
export async function conversationOf(db: Db, one: Id, other: Id) {
  const conversationId = pairIdOf(one, other);
  const row = await db.collection<ConversationRow>('conversations').findOne({ _id: conversationId });
  const messages = await db
    .collection('messages')
    .find({ conversationId }, { projection: { number: 1, authorId: 1 } })
    .sort({ number: 1 })
    .toArray();
  const by = (id: Id) => messages.filter(({ authorId }) => authorId === id).length;
  const side = (id: Id) => row?.[slotOf(conversationId, id)].sent;
  return {
    said: { last: row?.seq, sent: [side(one), side(other)], numbers: messages.map(({ number }) => number) },
    counted: {
      last: messages.length,
      sent: [by(one), by(other)],
      numbers: messages.map((_, place) => place + 1),
    },
  };
}
