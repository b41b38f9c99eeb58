import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listConversations, listMessages, sendMessage, unsendMessage } from '#contract/conversations.ts';
import { decideFlags, type FlagState, listFlagCases } from '#contract/flag-queue.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import { listFlaggedMembers } from '#contract/flagged-members.ts';
import { addFlag, addMemberFlag } from '#contract/flags.ts';
import { type Id, newId } from '#contract/ids.ts';
import { judgeMember, judgeMessage } from '#contract/moderation.ts';
import { getPerson } from '#contract/people-page.ts';
import { type Answered, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { enter, testKey } from '#tests/kit/direct-session.ts';
import { giveBike } from '#tests/kit/established.ts';
import { giveRole } from '#tests/kit/roles.ts';

const day = 86_400_000;
const names = ['ana', 'ben', 'cem', 'dan', 'judge'] as const;
type Name = (typeof names)[number];
let app: TestApp;
const by = {} as Record<Name, TestBrowser>;
const ids = {} as Record<Name, Id>;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open({ KEYS: testKey });
  for (const name of names) {
    await app.join(name);
    ids[name] = String((await users().findOne({ username: name }))?._id);
    // Members with a bike may start conversations.
    await giveBike(app.db, ids[name], name);
  }
  await giveRole(app.db, 'judge');
});
beforeEach(async () => {
  vi.setSystemTime(Date.now() + 40 * day);
  for (const name of ['flags', 'flagCases', 'acts', 'conversations', 'messages'])
    await app.db.collection(name).deleteMany({});
  await users().updateMany({ username: { $in: [...names] } }, { $set: { status: 'Active' }, $unset: { held: '' } });
  for (const name of names) by[name] = await enter(app, name);
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

const users = () => app.db.collection('users');
const codeOf = ({ answer, status }: Answered<unknown>) => answer.error?.code ?? status;
async function write(from: Name, to: Name, text: string): Promise<Id> {
  const id = newId();
  vi.setSystemTime(Date.now() + 1000);
  const sent = await by[from].call(sendMessage, { params: { userId: ids[to] }, body: { id, text } });
  expect(sent.status).toBe(201);
  return id;
}
const flag = (from: TestBrowser, userId: Id, more: Record<string, unknown> = {}) => {
  vi.setSystemTime(Date.now() + 1000);
  const body = { id: newId(), reason: 'Harassment' as const, note: '', ...more };
  return from.call(addMemberFlag, { params: { userId }, body });
};
const flagMessage = (from: Name, to: Name, targetId: Id, more = {}) =>
  flag(by[from], ids[to], { targetType: 'Message', targetId, ...more });
const queue = async (state: 'open' | 'decided' = 'open') =>
  (await by.judge.call(listFlagCases, { query: { state } })).answer.data?.items ?? [];
const decide = (targetType: FlagTarget, targetId: Id, state: FlagState) =>
  by.judge.call(decideFlags, { params: { targetType, targetId }, body: { state } });
const seen = async (who: Name, other: Name) =>
  ((await by[who].call(listMessages, { params: { userId: ids[other] } })).answer.data?.items ?? []).map(
    ({ id, text, flagged, removed, removedFor, unsent }) => ({ id, text, flagged, removed, removedFor, unsent }),
  );
const storedFlags = () => app.db.collection('flags').find().toArray();

describe('a member', () => {
  test('is flagged once by each other member, who alone sees afterwards that they flagged', async () => {
    const id = newId();
    for (const _ of ['once', 'again']) expect(codeOf(await flag(by.ben, ids.ana, { id }))).toBe(201);
    const other = await flag(by.ben, ids.ana, { reason: 'Spam' });
    expect([other.status, other.answer.error?.message]).toEqual([409, 'You already flagged this.']);
    expect(codeOf(await flag(by.cem, ids.ana, { reason: 'Impersonation' }))).toBe(201);
    expect(await storedFlags()).toMatchObject([
      { type: 'User', targetId: ids.ana, reason: 'Harassment', weight: 1, bikeId: null, state: 'open' },
      { type: 'User', targetId: ids.ana, reason: 'Impersonation' },
    ]);
    const flaggedBy = async (who: Name) => (await by[who].call(listFlaggedMembers)).answer.data?.userIds;
    expect([await flaggedBy('ben'), await flaggedBy('cem'), await flaggedBy('ana')]).toEqual([
      [ids.ana],
      [ids.ana],
      [],
    ]);
  });

  test('cannot flag themselves, or a missing member', async () => {
    expect(codeOf(await flag(by.ana, ids.ana))).toBe('flag.own');
    expect(codeOf(await flag(by.ana, newId()))).toBe('not_found');
    expect(codeOf(await flag(new TestBrowser(app), ids.ana))).toBe('unauthenticated');
    await users().updateOne({ username: 'ben' }, { $set: { status: 'Banned' } });
    expect(codeOf(await flag(by.ana, ids.ben))).toBe('not_found');
    expect(await storedFlags()).toEqual([]);
  });

  test('with many flags is not hidden or suspended: moderators review', async () => {
    for (const who of [by.ben, by.cem, by.dan, by.judge])
      expect(codeOf(await flag(who, ids.ana, { reason: 'Violence' }))).toBe(201);
    expect((await by.ben.call(getPerson, { params: { userId: ids.ana } })).status).toBe(200);
    expect(await users().findOne({ username: 'ana' })).toMatchObject({ status: 'Active' });
    const [one, ...others] = await queue();
    expect([one?.hidden, one?.flags.length, others]).toEqual([false, 4, []]);
    await write('ana', 'ben', 'I can still write.');
  });

  test('counts toward the ten flags a day, as bikes and comments do', async () => {
    for (let n = 0; n < 9; n++) {
      const bikeId = await giveBike(app.db, ids.dan, 'dan');
      const body = { id: newId(), targetType: 'Post', targetId: bikeId, reason: 'Spam', note: '' };
      expect((await by.ben.call(addFlag, { body })).status).toBe(201);
    }
    const said = await Promise.all([ids.ana, ids.cem, ids.dan].map((userId) => flag(by.ben, userId)));
    expect(said.map(codeOf).sort()).toEqual([201, 'flag.quota', 'flag.quota']);
  });

  test.each([
    [{ reason: 'Copyright' }, { reason: ['Choose a reason.'] }],
    [{ reason: 'OffTopic' }, { reason: ['Choose a reason.'] }],
    [{ reason: 'Other' }, { note: ['Tell us a little more (10 characters or more).'] }],
    [{ note: 'x'.repeat(501) }, { note: ['Use at most 500 characters.'] }],
    [{ targetType: 'Message' }, { targetId: ['Choose the message.'] }],
    [{ targetId: newId() }, { targetId: ['Choose the message.'] }],
    [{ targetType: 'Post', targetId: newId() }, { targetType: ['Choose the message.'] }],
    [{ targetType: 'Message', targetId: newId(), reason: 'Impersonation' }, { reason: ['Choose a reason.'] }],
  ])('with invalid fields gets errors (%#)', async (wrong, validation) => {
    const answered = await flag(by.ben, ids.ana, wrong);
    expect([answered.status, answered.answer.validation]).toEqual([422, validation]);
    expect(await storedFlags()).toEqual([]);
  });

  test('cannot be flagged through the call for bikes and comments', async () => {
    for (const targetType of ['User', 'Message']) {
      const body = { id: newId(), targetType, targetId: ids.ana, reason: 'Spam', note: '' };
      expect((await by.ben.call(addFlag, { body: body as never })).status).toBe(422);
    }
  });
});

describe('a message', () => {
  test('is collapsed for the member who flagged it only, also in the list, and its sender does not learn of it', async () => {
    const [first, bad] = [await write('ana', 'ben', 'Hello.'), await write('ana', 'ben', 'Pay me now!')];
    for (const _ of ['once', 'again']) {
      const again = await flagMessage('ben', 'ana', bad, { id: ids.cem });
      expect(codeOf(again)).toBe(201);
    }
    expect((await seen('ben', 'ana')).map(({ id, flagged }) => [id, flagged])).toEqual([
      [bad, true],
      [first, false],
    ]);
    const last = async (who: Name) => (await by[who].call(listConversations)).answer.data?.items[0]?.last.flagged;
    expect([await last('ben'), await last('ana')]).toEqual([true, false]);
    expect((await seen('ana', 'ben')).some(({ flagged }) => flagged)).toBe(false);
    // The next message is a new one.
    await write('ana', 'ben', 'Sorry.');
    expect(await last('ben')).toBe(false);
  });

  test('can be flagged by its recipient, and by nobody else', async () => {
    const id = await write('ana', 'ben', 'Pay me now!');
    expect(codeOf(await flagMessage('cem', 'ana', id))).toBe('not_found');
    expect(codeOf(await flagMessage('judge', 'ana', id))).toBe('not_found');
    expect(codeOf(await flagMessage('ana', 'ana', id))).toBe('flag.own');
    // With another member's conversation.
    expect(codeOf(await flagMessage('ben', 'cem', id))).toBe('not_found');
    expect(codeOf(await flagMessage('ben', 'ana', newId()))).toBe('not_found');
    expect(await storedFlags()).toEqual([]);
    expect(codeOf(await flagMessage('ben', 'ana', id))).toBe(201);
    expect((await by.ben.call(listFlaggedMembers)).answer.data?.userIds).toEqual([]);
  });

  test('that was unsent cannot be flagged; one unsent afterwards stays readable for moderators', async () => {
    const [gone, bad] = [await write('ana', 'ben', 'Oops.'), await write('ana', 'ben', 'Pay me now!')];
    await by.ana.call(unsendMessage, { params: { messageId: gone } });
    expect(codeOf(await flagMessage('ben', 'ana', gone))).toBe('gone');
    expect(codeOf(await flagMessage('ben', 'ana', bad))).toBe(201);
    await by.ana.call(unsendMessage, { params: { messageId: bad } });
    expect((await seen('ben', 'ana'))[0]).toMatchObject({ id: bad, text: '', unsent: true });
    expect(await queue()).toMatchObject([{ targetId: bad, status: 'Deleted', text: 'Pay me now!' }]);
    const restore = { params: { messageId: bad }, body: { status: 'Active', reason: '' } } as const;
    expect(codeOf(await by.judge.call(judgeMessage, restore))).toBe('moderation.state');
  });
});

describe('the queue', () => {
  test('shows the flagged member and message, and nothing of the rest of the conversation', async () => {
    await write('ana', 'ben', 'A secret before.');
    const bad = await write('ana', 'ben', 'Pay me now!');
    await write('ben', 'ana', 'A secret after.');
    await flagMessage('ben', 'ana', bad, { reason: 'Other', note: 'They want money first.' });
    await flag(by.cem, ids.ana, { reason: 'Impersonation' });
    const items = await queue();
    expect(items).toMatchObject([
      {
        ...{ targetType: 'User', targetId: ids.ana, bike: null, owner: { username: 'ana' }, standing: 'Active' },
        ...{ status: 'Active', text: '', open: true, hidden: false, acts: [] },
        flags: [{ reason: 'Impersonation', by: { username: 'cem' } }],
      },
      {
        ...{ targetType: 'Message', targetId: bad, bike: null, owner: { username: 'ana' }, standing: 'Active' },
        ...{ status: 'Active', text: 'Pay me now!', open: true, hidden: false, acts: [] },
        flags: [{ reason: 'Other', note: 'They want money first.', by: { username: 'ben' } }],
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('secret');
  });

  test('lets operators dismiss the flags of a member, reopen the case, and ban, which counts the flags as right', async () => {
    await flag(by.ben, ids.ana);
    expect((await decide('User', ids.ana, 'rejected')).answer.data).toMatchObject({
      ...{ what: 'flags.reject', member: { id: ids.ana, username: 'ana' }, done: true },
    });
    expect([await queue(), (await storedFlags())[0]?.state]).toEqual([[], 'rejected']);
    vi.setSystemTime(Date.now() + 1000);
    await decide('User', ids.ana, 'open');
    expect(await queue()).toHaveLength(1);
    const until = new Date(Date.now() + 7 * day).toISOString();
    const shut = { standing: 'Suspended', until, reason: 'Insults.' } as const;
    vi.setSystemTime(Date.now() + 1000);
    expect((await by.judge.call(judgeMember, { params: { userId: ids.ana }, body: shut })).status).toBe(200);
    expect([await queue(), (await storedFlags())[0]?.state]).toEqual([[], 'upheld']);
    const [decided] = await queue('decided');
    expect(decided?.standing).toBe('Suspended');
    expect(decided?.acts.map(({ what }) => what)).toEqual(['suspend', 'flags.reopen', 'flags.reject']);
    vi.setSystemTime(Date.now() + 1000);
    const letThem = { params: { userId: ids.ana }, body: { standing: 'Active', reason: '' } } as const;
    expect((await by.judge.call(judgeMember, letThem)).status).toBe(200);
    // Reinstating the member does not make the flags wrong.
    expect((await storedFlags())[0]?.state).toBe('upheld');
    expect(codeOf(await decide('User', newId(), 'rejected'))).toBe('not_found');
  });

  test('lets operators remove a message for both, and restore it', async () => {
    const bad = await write('ana', 'ben', 'Pay me now!');
    await flagMessage('ben', 'ana', bad);
    const judge = (status: 'Removed' | 'Active', reason = 'A scam.') => {
      vi.setSystemTime(Date.now() + 1000);
      return by.judge.call(judgeMessage, { params: { messageId: bad }, body: { status, reason } });
    };
    expect((await judge('Removed', '')).answer.validation).toEqual({ reason: ['Enter a reason.'] });
    expect((await judge('Removed')).answer.data).toMatchObject({
      ...{ what: 'message.remove', message: { id: bad }, member: { username: 'ana' }, reason: 'A scam.', done: true },
    });
    for (const [who, other] of [
      ['ana', 'ben'],
      ['ben', 'ana'],
    ] as const) {
      const [removed] = await seen(who, other);
      expect(removed).toMatchObject({ id: bad, text: '', removed: true });
      const list = (await by[who].call(listConversations)).answer;
      // Only its author reads the reason.
      expect(removed?.removedFor).toBe(who === 'ana' ? 'A scam.' : undefined);
      expect(list.data?.items[0]?.last.removedFor).toBe(who === 'ana' ? 'A scam.' : undefined);
      expect(JSON.stringify(list)).not.toContain('Pay me');
      expect(list.data?.items[0]?.last.removed).toBe(true);
    }
    expect([await queue(), (await storedFlags())[0]?.state]).toEqual([[], 'upheld']);
    expect(await queue('decided')).toMatchObject([{ status: 'Removed', text: 'Pay me now!' }]);
    expect(codeOf(await decide('Message', bad, 'rejected'))).toBe('moderation.state');
    for (const _ of ['once', 'again']) expect((await judge('Active', '')).status).toBe(200);
    const [back] = await seen('ana', 'ben');
    expect([back, back?.removedFor]).toMatchObject([{ text: 'Pay me now!', removed: false }, undefined]);
    expect((await seen('ben', 'ana'))[0]).toMatchObject({ text: 'Pay me now!', removed: false, flagged: true });
    expect((await storedFlags())[0]?.state).toBe('rejected');
    const [decided] = await queue('decided');
    expect(decided?.acts.map(({ what }) => what)).toEqual(['message.restore', 'message.remove']);
  });

  test("shows a message's author with past moderation", async () => {
    const bad = await write('ana', 'ben', 'Pay me now!');
    await flagMessage('ben', 'ana', bad);
    const body = { standing: 'Banned', reason: 'Scams.' } as const;
    await by.judge.call(judgeMember, { params: { userId: ids.ana }, body });
    const [open] = await queue();
    expect(open).toMatchObject({ standing: 'Banned', acts: [{ what: 'ban', reason: 'Scams.' }] });
    expect((await decide('Message', bad, 'upheld')).status).toBe(200);
    expect(await queue()).toEqual([]);
  });
});

test('deleting a member deletes flags of them and their messages, and flags that they made', async () => {
  await giveBike(app.db, ids.ana, 'ana');
  const bad = await write('ana', 'ben', 'Pay me now!');
  await flagMessage('ben', 'ana', bad, { note: 'About ana.' });
  await flag(by.cem, ids.ana, { note: 'About ana.' });
  await flag(by.ana, ids.dan, { note: 'By ana.' });
  await flag(by.cem, ids.dan, { note: 'About dan.' });
  const gone = { status: 'Deleted', deletedAt: new Date(Date.now() - 31 * day), until: new Date(Date.now() - day) };
  await users().updateOne({ username: 'ana' }, { $set: gone });
  await app.runJob('deleted accounts');
  expect(await users().findOne({ username: 'ana' })).toBe(null);
  expect((await storedFlags()).map(({ note }) => note)).toEqual(['About dan.']);
  expect((await queue()).map(({ targetId }) => targetId)).toEqual([ids.dan]);
  // It stays collapsed for the member who flagged it.
  expect(await seen('ben', 'ana')).toMatchObject([{ id: bad, flagged: true }]);
});
