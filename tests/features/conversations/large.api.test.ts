import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConversationRow } from '#api/features/conversations/conversations.row.ts';
import { pollAlerts } from '#contract/alerts.ts';
import { listConversations, listMessages } from '#contract/conversations.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { insertConversation } from '#tests/kit/long-conversation.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

const conversations = 500;
const messages = 10_000;
const perPage = 50;

let app: TestApp;
let watched: WatchedDatabase;
let ana: TestBrowser;
let anaId: Id;
let other: Person;
beforeAll(async () => {
  app = await TestApp.open(
    {},
    {
      still: true,
      through: (database) => {
        watched = new WatchedDatabase(database);
        return watched.db;
      },
    },
  );
  const joined = await app.member('ana');
  [ana, anaId] = [joined.browser, joined.user.id];
  const stranger = (): Person => ({ id: newId(), username: 'stranger', avatar: '' });
  other = stranger();
  await insertConversation(app.db, joined.user, other, messages);
  for (let i = 1; i < conversations; i++) await insertConversation(app.db, joined.user, stranger(), 2);
  // Conversations of others lie between them in the index.
  for (let i = 0; i < 100; i++) await insertConversation(app.db, stranger(), stranger(), 2);
});
afterAll(async () => {
  await watched.close();
  await app.close();
});

const about = (commands: string[]) => commands.filter((one) => /conversations|messages/.test(one));

describe(`with ${conversations} conversations, one of them of ${messages} messages,`, () => {
  test('a page of the list is one query, which reads no more than it shows', async () => {
    let cursor: string | undefined;
    for (let page = 0; page < conversations / perPage; page++) {
      const seen = await watched.during(async () => {
        const { answer } = await ana.call(listConversations, { query: { cursor } });
        expect(answer.data?.items.length).toBe(perPage);
        cursor = answer.data?.next ?? undefined;
      });
      expect(about(seen.commands)).toEqual(['find conversations']);
    }
    expect(cursor).toBeUndefined();
    const plan = app.db.collection<ConversationRow>('conversations').find({ shownTo: anaId });
    const { executionStats } = await plan.sort({ lastAt: -1, _id: -1 }).limit(51).explain('executionStats');
    expect(executionStats.totalDocsExamined).toBe(51);
  });

  test('a page of the long one is one query, at its end as at its beginning', async () => {
    for (const before of [undefined, '5000', '51']) {
      const seen = await watched.during(async () => {
        const { answer } = await ana.call(listMessages, { params: { userId: other.id }, query: { cursor: before } });
        const [first] = answer.data?.items ?? [];
        expect([before, first?.number]).toEqual([before, before ? Number(before) - 1 : messages]);
      });
      expect(about(seen.commands)).toEqual(['find messages']);
    }
    const conversationId = [anaId, other.id].sort().join(':');
    const plan = app.db
      .collection('messages')
      .find({ conversationId, number: { $lt: 5000 }, hiddenFor: { $ne: anaId } });
    const { executionStats } = await plan.sort({ number: -1 }).limit(51).explain('executionStats');
    expect(executionStats.totalDocsExamined).toBe(51);
  });

  test('a poll without news reads neither', async () => {
    const tag = (await ana.call(pollAlerts)).headers.get('etag') ?? '';
    const seen = await watched.during(() => ana.call(pollAlerts, { headers: { 'If-None-Match': tag } }));
    expect(about(seen.commands)).toEqual([]);
  });
});
