import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { bodyOf, describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import type { Log } from '#api/platform/logs.ts';
import { ok } from '#contract/envelope.ts';
import { decideFlags } from '#contract/flag-queue.ts';
import { flagTargets } from '#contract/flag-targets.ts';
import { ShareId } from '#contract/lists.ts';
import {
  changeRole,
  downloadActs,
  judgeBike,
  judgeComment,
  judgeList,
  judgeMember,
  judgeMessage,
  judgeUpdate,
  listActs,
  listRoles,
} from '#contract/moderation.ts';
import { Problem } from '#contract/problems.ts';
import type { ModerationService } from './moderation.service.ts';

const flagTarget = v.picklist(flagTargets);

/** The id of a list's link in the path. @throws not_found */
function shareIdParam(c: Context, name: string): string {
  const id = c.req.param(name);
  if (!v.is(ShareId, id)) throw new Problem('not_found');
  return id;
}

/** Characters of a download that are sent together. */
const chunkSize = 64 * 1024;

/** Encodes the lines of a download. A failure ends it early, which the browser shows. */
async function* encoded(lines: AsyncIterable<string>, log: Log): AsyncIterable<Uint8Array> {
  const utf8 = new TextEncoder();
  // Without this mark, spreadsheets guess another encoding.
  let text = '\ufeff';
  try {
    for await (const line of lines) {
      text += line;
      if (text.length < chunkSize) continue;
      yield utf8.encode(text);
      text = '';
    }
  } catch (error) {
    log.error({ err: error }, 'the download of the moderation log broke off');
    throw error;
  }
  yield utf8.encode(text);
}

/** For operators and moderators only, roles for operators only; others get a not-found error. */
export const moderationRoutes = (
  moderation: ModerationService,
  { signedIn, operator, moderator, once, limit }: Guards,
) => {
  const pace = limit({ name: 'moderation', points: 600, seconds: 600, by: 'user' });
  const downloads = limit({ name: 'moderation-log', points: 30, seconds: 3600, by: 'user' });
  return new Hono<SignedIn>()
    .put(
      judgeMember.path,
      describe(judgeMember, 'Suspend, ban or restore a member'),
      signedIn,
      moderator,
      pace,
      once,
      bodyOf(judgeMember),
      async (c) =>
        c.json(ok(await moderation.moderateMember(c.var.user.username, idParam(c, 'userId'), c.req.valid('json')))),
    )
    .get(listRoles.path, describe(listRoles, 'Who has a role'), signedIn, operator, async (c) =>
      c.json(ok(await moderation.roles())),
    )
    .put(
      changeRole.path,
      describe(changeRole, 'Give a member a role, or take it away'),
      signedIn,
      operator,
      pace,
      once,
      bodyOf(changeRole),
      async (c) => {
        const { username, role } = c.req.valid('json');
        return c.json(ok(await moderation.setRoleOf(c.var.user.username, username, role)));
      },
    )
    .put(
      judgeBike.path,
      describe(judgeBike, 'Flag, remove or restore a bike'),
      signedIn,
      moderator,
      pace,
      once,
      bodyOf(judgeBike),
      async (c) =>
        c.json(ok(await moderation.moderateBike(c.var.user.username, idParam(c, 'bikeId'), c.req.valid('json')))),
    )
    .put(
      judgeComment.path,
      describe(judgeComment, 'Flag, remove or restore a comment'),
      signedIn,
      moderator,
      pace,
      once,
      bodyOf(judgeComment),
      async (c) =>
        c.json(ok(await moderation.moderateComment(c.var.user.username, idParam(c, 'commentId'), c.req.valid('json')))),
    )
    .put(
      judgeUpdate.path,
      describe(judgeUpdate, 'Remove an update of a bike'),
      signedIn,
      moderator,
      pace,
      once,
      bodyOf(judgeUpdate),
      async (c) => {
        const of = { bikeId: idParam(c, 'bikeId'), id: idParam(c, 'updateId') };
        return c.json(ok(await moderation.removeUpdate(c.var.user.username, of, c.req.valid('json').reason)));
      },
    )
    .put(
      judgeMessage.path,
      describe(judgeMessage, 'Remove or restore a message'),
      signedIn,
      moderator,
      pace,
      once,
      bodyOf(judgeMessage),
      async (c) =>
        c.json(ok(await moderation.moderateMessage(c.var.user.username, idParam(c, 'messageId'), c.req.valid('json')))),
    )
    .put(
      judgeList.path,
      describe(judgeList, 'Remove the words of a list or bring them back'),
      signedIn,
      moderator,
      pace,
      once,
      bodyOf(judgeList),
      async (c) =>
        c.json(ok(await moderation.moderateList(c.var.user.username, shareIdParam(c, 'shareId'), c.req.valid('json')))),
    )
    .put(
      decideFlags.path,
      describe(decideFlags, 'Decide or reopen a flag case'),
      signedIn,
      moderator,
      pace,
      once,
      bodyOf(decideFlags),
      async (c) => {
        const type = c.req.param('targetType');
        if (!v.is(flagTarget, type)) throw new Problem('not_found');
        const { username } = c.var.user;
        const id = type === 'List' ? shareIdParam(c, 'targetId') : idParam(c, 'targetId');
        return c.json(ok(await moderation.decideFlags(username, type, id, c.req.valid('json'))));
      },
    )
    .get(
      listActs.path,
      describe(listActs, "The moderators' actions, newest first"),
      signedIn,
      moderator,
      queryOf(listActs),
      async (c) => {
        const { userId, ...page } = c.req.valid('query');
        return c.json(ok(await moderation.acts(userId, page)));
      },
    )
    .get(
      downloadActs.path,
      describe(downloadActs, "The moderators' actions as CSV, oldest first"),
      signedIn,
      moderator,
      queryOf(downloadActs),
      downloads,
      (c) => {
        c.header('Content-Type', `${downloadActs.file}; charset=utf-8`);
        c.header('Content-Disposition', 'attachment; filename="headbadge-moderation.csv"');
        return c.body(
          Readable.toWeb(Readable.from(encoded(moderation.log(), c.var.log))) as ReadableStream<Uint8Array>,
        );
      },
    );
};
