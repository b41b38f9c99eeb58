import { blockMember, listBlocks, unblockMember } from '#contract/blocks.ts';
import {
  getCorrespondence,
  hideConversation,
  hideMessage,
  listConversations,
  listMessages,
  readConversation,
  sendMessage,
  unsendMessage,
} from '#contract/conversations.ts';
import { newId } from '#contract/ids.ts';
import { members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const written = (stage: Stage) => stage.message();
const idOf = async (stage: Stage, username: string) =>
  String((await stage.app.db.collection('users').findOne({ username }))?._id);
const third = (stage: Stage) => idOf(stage, 'tessa');
const owner = (stage: Stage) => idOf(stage, 'oskar');
const shown = (data: unknown, messageId: string) => (JSON.stringify(data).includes(messageId) ? 'shown' : 'not shown');
/** State of the owner's side of the conversation with another member. */
async function stateOf(_: unknown, __: string, stage: Stage): Promise<string> {
  const ownerId = await owner(stage);
  const row = await stage.app.db.collection('conversations').findOne({ heldBy: ownerId });
  const unread = row?.unreadBy.includes(ownerId) ? 'not read' : 'read';
  return `${unread}, ${row?.shownTo.includes(ownerId) ? 'listed' : 'hidden'}`;
}

export const conversationRows: Row[] = [
  {
    call: listConversations,
    prepare: written,
    by: (asks, _, how) => asks.call(listConversations, how),
    seen: shown,
    expected: members('200, not shown', '200, shown'),
  },
  {
    call: getCorrespondence,
    by: async (asks, _, how, stage) => asks.call(getCorrespondence, { params: { userId: await owner(stage) }, ...how }),
    expected: members('200', '403 message.self'),
  },
  {
    call: listMessages,
    when: 'with a member whom the owner has one with',
    prepare: written,
    by: async (asks, _, how, stage) => asks.call(listMessages, { params: { userId: await third(stage) }, ...how }),
    seen: shown,
    expected: members('200, not shown', '200, shown'),
  },
  {
    call: sendMessage,
    when: 'to a member whom the owner has a conversation with',
    prepare: written,
    by: async (asks, _, how, stage) =>
      asks.call(sendMessage, {
        params: { userId: await third(stage) },
        body: { id: newId(), text: 'Hello.' },
        ...how,
      }),
    expected: members('403 message.newcomer', '201'),
    isPosting: true,
  },
  {
    call: sendMessage,
    when: 'to the owner, who has a conversation with another member',
    prepare: written,
    by: async (asks, _, how, stage) =>
      asks.call(sendMessage, { params: { userId: await owner(stage) }, body: { id: newId(), text: 'Hello.' }, ...how }),
    expected: members('403 message.newcomer', '403 message.self'),
  },
  {
    call: sendMessage,
    when: "by the id of the owner's",
    prepare: (stage) => stage.messageByOwner(),
    by: async (asks, id, how, stage) =>
      asks.call(sendMessage, { params: { userId: await third(stage) }, body: { id, text: 'Nice rack.' }, ...how }),
    expected: members('409 message.exists', '201'),
  },
  {
    call: sendMessage,
    when: "by the id of another member's",
    prepare: written,
    by: async (asks, id, how, stage) =>
      asks.call(sendMessage, { params: { userId: await third(stage) }, body: { id, text: 'Hello.' }, ...how }),
    expected: members('409 message.exists'),
  },
  {
    call: readConversation,
    prepare: written,
    by: async (asks, _, how, stage) =>
      asks.call(readConversation, { params: { userId: await third(stage) }, body: { upTo: 9 }, ...how }),
    seen: stateOf,
    expected: members('200, not read, listed', '200, read, listed'),
  },
  {
    call: hideConversation,
    prepare: written,
    by: async (asks, _, how, stage) =>
      asks.call(hideConversation, { params: { userId: await third(stage) }, body: { upTo: 9 }, ...how }),
    seen: stateOf,
    expected: members('200, not read, listed', '200, read, hidden'),
  },
  {
    call: unsendMessage,
    prepare: (stage) => stage.messageByOwner(),
    by: (asks, messageId, how) => asks.call(unsendMessage, { params: { messageId }, ...how }),
    expected: members('404 not_found', '200'),
  },
  {
    call: unsendMessage,
    when: 'of the other one',
    prepare: written,
    by: (asks, messageId, how) => asks.call(unsendMessage, { params: { messageId }, ...how }),
    expected: members('404 not_found', '403 forbidden'),
  },
  {
    call: hideMessage,
    prepare: written,
    by: (asks, messageId, how) => asks.call(hideMessage, { params: { messageId }, ...how }),
    expected: members('404 not_found', '200'),
  },
  {
    call: listBlocks,
    prepare: async (stage) => {
      const userId = await third(stage);
      await stage.callers.owner.call(blockMember, { params: { userId } });
      return userId;
    },
    by: (asks, _, how) => asks.call(listBlocks, how),
    seen: shown,
    expected: members('200, not shown', '200, shown'),
  },
  {
    call: blockMember,
    by: async (asks, _, how, stage) => asks.call(blockMember, { params: { userId: await third(stage) }, ...how }),
    expected: members('200'),
  },
  {
    call: blockMember,
    when: 'themselves',
    by: async (asks, _, how, stage) => asks.call(blockMember, { params: { userId: await owner(stage) }, ...how }),
    expected: members('200', '403 block.self'),
  },
  {
    call: unblockMember,
    by: async (asks, _, how, stage) => asks.call(unblockMember, { params: { userId: await third(stage) }, ...how }),
    expected: members('200'),
  },
];
