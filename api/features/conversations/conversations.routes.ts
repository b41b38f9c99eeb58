import { Hono } from 'hono';
import { bodyOf, describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
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
import { ok } from '#contract/envelope.ts';
import type { MessagingEligibility } from './conversations.eligibility.ts';
import type { ConversationService } from './conversations.service.ts';

interface Services {
  conversations: ConversationService;
  eligibility: MessagingEligibility;
}

export const conversationRoutes = ({ conversations, eligibility }: Services, { signedIn, limit }: Guards) => {
  const pace = limit({ name: 'messages', points: 120, seconds: 600, by: 'user' });
  const tidying = limit({ name: 'conversations', points: 1200, seconds: 600, by: 'user' });
  return new Hono<SignedIn>()
    .get(
      listConversations.path,
      describe(listConversations, "The member's conversations, newest first"),
      signedIn,
      queryOf(listConversations),
      async (c) => c.json(ok(await conversations.list(c.var.user, c.req.valid('query')))),
    )
    .get(
      getCorrespondence.path,
      describe(getCorrespondence, 'Whether the member can write to another member'),
      signedIn,
      async (c) => c.json(ok(await eligibility.of(c.var.writer, idParam(c, 'userId')))),
    )
    .get(
      listMessages.path,
      describe(listMessages, 'The messages of a conversation, newest first'),
      signedIn,
      queryOf(listMessages),
      async (c) => c.json(ok(await conversations.messages(c.var.user, idParam(c, 'userId'), c.req.valid('query')))),
    )
    .post(
      sendMessage.path,
      describe(sendMessage, 'Write to a member'),
      signedIn,
      pace,
      bodyOf(sendMessage),
      async (c) => c.json(ok(await conversations.send(c.var.writer, idParam(c, 'userId'), c.req.valid('json'))), 201),
    )
    .put(
      readConversation.path,
      describe(readConversation, 'Mark a conversation as read'),
      signedIn,
      tidying,
      bodyOf(readConversation),
      async (c) => c.json(ok(await conversations.read(c.var.user, idParam(c, 'userId'), c.req.valid('json').upTo))),
    )
    .put(
      hideConversation.path,
      describe(hideConversation, 'Hide a conversation until there is a new message'),
      signedIn,
      tidying,
      bodyOf(hideConversation),
      async (c) => {
        await conversations.hide(c.var.user, idParam(c, 'userId'), c.req.valid('json').upTo);
        return c.json(ok(null));
      },
    )
    .delete(
      unsendMessage.path,
      describe(unsendMessage, 'Unsend a message for both members'),
      signedIn,
      tidying,
      async (c) => {
        await conversations.unsend(c.var.user, idParam(c, 'messageId'));
        return c.json(ok(null));
      },
    )
    .put(
      hideMessage.path,
      describe(hideMessage, "Remove a message from the member's own view"),
      signedIn,
      tidying,
      async (c) => {
        await conversations.hideMessage(c.var.user, idParam(c, 'messageId'));
        return c.json(ok(null));
      },
    );
};
