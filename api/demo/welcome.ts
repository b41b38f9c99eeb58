import type { PeopleStore } from '#api/features/accounts/accounts.people.store.ts';
import type { ConversationService } from '#api/features/conversations/conversations.service.ts';
import { newId } from '#contract/ids.ts';
import type { DemoStore } from './demo.store.ts';

interface Deps {
  store: DemoStore;
  people: PeopleStore;
  conversations: ConversationService;
}

const textFor = (name: string): string => `Hi ${name}, welcome to Headbadge!

All the riders and bikes here at the start are made up, me included. So try everything: like, comment, flag, save favorites in folders.

Then switch your phone to airplane mode and keep going. Everything you opened is still there, and everything you write is sent once you are back online.

To add your own bike, tap + at the top. I am a sample member, so I won’t write back. The people who run this site can remove all of us with one command.`;

/** Sends one welcome message from the sample community's first member to a member who has logged in. */
export async function welcome(memberId: string, { store, people, conversations }: Deps): Promise<void> {
  const [hostId] = await store.ids('users');
  const host = hostId === undefined ? null : await people.here(hostId);
  const member = host && (await people.here(memberId));
  if (member) await conversations.welcome(host, member, { id: newId(), text: textFor(member.username) });
}
