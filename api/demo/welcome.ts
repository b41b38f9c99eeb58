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

Every rider and bike you find here at the start is made up, me included, so try everything: like, comment, flag, keep favorites in folders.

Then switch your phone to airplane mode and go on. What you opened before is still there, and what you write waits and is sent once you are back online.

Your own bike begins with a photo: Bikes in the menu, then Add. I am only a sample member, so I won’t write back; whoever runs this site can send all of us home with one command.`;

/** Sends one welcome message from the sample community's first member to a member who has logged in. */
export async function welcome(memberId: string, { store, people, conversations }: Deps): Promise<void> {
  const [hostId] = await store.ids('users');
  const host = hostId === undefined ? null : await people.here(hostId);
  const member = host && (await people.here(memberId));
  if (member) await conversations.welcome(host, member, { id: newId(), text: textFor(member.username) });
}
