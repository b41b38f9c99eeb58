import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { keptBikes } from './cache/bikes.ts';
import { conversationsOf } from './cache/conversations.ts';
import type { OutboxRow } from './rows.ts';
import { messagePartOf } from './writes/message-rows.ts';

/** Somebody whom this device knows: from what waits for them, a conversation, or a bike that is kept here. */
export async function knownPerson(userId: Id, otherId: Id, rows: readonly OutboxRow[]): Promise<Person | undefined> {
  const sent = rows.find((row) => row.kind === 'message.send' && row.subject.id === otherId);
  if (sent) return messagePartOf(sent).person;
  const known = (await conversationsOf(userId))?.items.find((one) => one.with.id === otherId);
  if (known) return known.with;
  return (await keptBikes()).find(({ bike }) => bike.owner.id === otherId)?.bike.owner;
}
