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
const told = (data: unknown, messageId: string) => (JSON.stringify(data).includes(messageId) ? 'told' : 'not told');
/** State of the owner's side of the conversation with another member. */
async function kept(_: unknown, __: string, stage: Stage): Promise<string> {
  const ownerId = await owner(stage);
  const row = await stage.app.db.collection('conversations').findOne({ heldBy: ownerId });
  const unread = row?.unreadBy.includes(ownerId) ? 'not read' : 'read';
  return `${unread}, ${row?.shownTo.includes(ownerId) ? 'listed' : 'hidden'}`;
}

export const conversationRows: Row[] = [
  {
    call: listConversations,
    made: written,
    by: (asks, _, how) => asks.call(listConversations, how),
    seen: told,
    told: members('200, not told', '200, told'),
  },
  {
    call: getCorrespondence,
    by: async (asks, _, how, stage) => asks.call(getCorrespondence, { params: { userId: await owner(stage) }, ...how }),
    told: members('200', '403 message.self'),
  },
  {
    call: listMessages,
    when: 'with somebody whom the owner has one with',
    made: written,
    by: async (asks, _, how, stage) => asks.call(listMessages, { params: { userId: await third(stage) }, ...how }),
    seen: told,
    told: members('200, not told', '200, told'),
  },
  {
    call: sendMessage,
    when: 'to somebody whom the owner has a conversation with',
    made: written,
    by: async (asks, _, how, stage) =>
      asks.call(sendMessage, {
        params: { userId: await third(stage) },
        body: { id: newId(), text: 'Hello.' },
        ...how,
      }),
    told: members('403 message.newcomer', '201'),
  },
  {
    call: sendMessage,
    when: "by the id of somebody else's",
    made: written,
    by: async (asks, id, how, stage) =>
      asks.call(sendMessage, { params: { userId: await third(stage) }, body: { id, text: 'Hello.' }, ...how }),
    told: members('409 message.exists'),
  },
  {
    call: readConversation,
    made: written,
    by: async (asks, _, how, stage) =>
      asks.call(readConversation, { params: { userId: await third(stage) }, body: { upTo: 9 }, ...how }),
    seen: kept,
    told: members('200, not read, listed', '200, read, listed'),
  },
  {
    call: hideConversation,
    made: written,
    by: async (asks, _, how, stage) =>
      asks.call(hideConversation, { params: { userId: await third(stage) }, body: { upTo: 9 }, ...how }),
    seen: kept,
    told: members('200, not read, listed', '200, read, hidden'),
  },
  {
    call: unsendMessage,
    made: (stage) => stage.messageByOwner(),
    by: (asks, messageId, how) => asks.call(unsendMessage, { params: { messageId }, ...how }),
    told: members('404 not_found', '200'),
  },
  {
    call: unsendMessage,
    when: 'of the other one',
    made: written,
    by: (asks, messageId, how) => asks.call(unsendMessage, { params: { messageId }, ...how }),
    told: members('404 not_found', '403 forbidden'),
  },
  {
    call: hideMessage,
    made: written,
    by: (asks, messageId, how) => asks.call(hideMessage, { params: { messageId }, ...how }),
    told: members('404 not_found', '200'),
  },
  {
    call: listBlocks,
    made: async (stage) => {
      const userId = await third(stage);
      await stage.callers.owner.call(blockMember, { params: { userId } });
      return userId;
    },
    by: (asks, _, how) => asks.call(listBlocks, how),
    seen: told,
    told: members('200, not told', '200, told'),
  },
  {
    call: blockMember,
    by: async (asks, _, how, stage) => asks.call(blockMember, { params: { userId: await third(stage) }, ...how }),
    told: members('200'),
  },
  {
    call: blockMember,
    when: 'themselves',
    by: async (asks, _, how, stage) => asks.call(blockMember, { params: { userId: await owner(stage) }, ...how }),
    told: members('200', '403 block.self'),
  },
  {
    call: unblockMember,
    by: async (asks, _, how, stage) => asks.call(unblockMember, { params: { userId: await third(stage) }, ...how }),
    told: members('200'),
  },
];
