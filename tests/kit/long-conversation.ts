import type { Db } from 'mongodb';
import {
  type ConversationRow,
  type MessageRow,
  pairIdOf,
  previewOf,
  slotOf,
} from '#api/features/conversations/conversations.row.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';

const perInsert = 1000;
const minute = 60_000;

/** Inserts a conversation of two members who write in turn, one message a minute until now, all read. */
export async function insertConversation(db: Db, one: Person, other: Person, count: number): Promise<Id[]> {
  const conversationId = pairIdOf(one.id, other.id);
  const begun = Date.now() - count * minute;
  const rows = Array.from({ length: count }, (_, i): MessageRow => {
    const place = { conversationId, number: i + 1, nth: Math.floor(i / 2) + 1 };
    const at = new Date(begun + i * minute);
    const said = { authorId: (i % 2 ? other : one).id, text: `Message ${i + 1}.`, unsent: false, hiddenFor: [] };
    return { _id: newId(at.getTime()), ...place, ...said, at };
  });
  const messages = db.collection<MessageRow>('messages');
  for (let i = 0; i < rows.length; i += perInsert) await messages.insertMany(rows.slice(i, i + perInsert));
  const last = rows.at(-1);
  if (!last) throw new Error('A conversation has a message.');
  const [a, b] = [one, other].toSorted((x, y) =>
    slotOf(conversationId, x.id) < slotOf(conversationId, y.id) ? -1 : 1,
  );
  const side = (person: Person, sent: number, read: number) => ({ ...person, gone: false, sent, read, unsent: [] });
  const [half, rest] = [Math.ceil(count / 2), Math.floor(count / 2)];
  const counts = (person: Person) => (person === one ? ([half, rest] as const) : ([rest, half] as const));
  const members = [one.id, other.id];
  const { conversationId: _, nth: __, ...shown } = last;
  await db.collection<ConversationRow>('conversations').insertOne({
    _id: conversationId,
    seq: count,
    lastAt: last.at,
    apart: [],
    heldBy: members,
    shownTo: members,
    unreadBy: [],
    last: { ...shown, text: previewOf(last.text) },
    a: side(a as Person, ...counts(a as Person)),
    b: side(b as Person, ...counts(b as Person)),
  });
  return rows.map(({ _id }) => _id);
}
