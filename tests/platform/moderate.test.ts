import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login, resetPassword } from '#contract/accounts.ts';
import { getAuthUser } from '#contract/auth.ts';
import { sendMessage } from '#contract/conversations.ts';
import { addMemberFlag } from '#contract/flags.ts';
import { newId } from '#contract/ids.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { lettersIn } from '#tests/kit/mails.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt, joinSite } from '#tests/kit/site-member.ts';
import { unzipped } from '#tests/kit/zip.ts';
import { nightly } from '#tests/run/tiers.ts';

const entryOf = (name: 'moderate' | 'user') => join(import.meta.dirname, `../../api/cli/${name}.ts`);
let site: Site;
beforeAll(async () => {
  site = await Site.start();
});
afterAll(() => site?.close());

type Answer = { code: number; out: string; said: string };

/** Runs the real command beside the running site, as an operator does. */
const moderate = (...args: string[]): Promise<Answer> => run('moderate', args);
const user = (...args: string[]): Promise<Answer> => run('user', args);

const run = (name: 'moderate' | 'user', args: string[], { isRead = true, typed = '' } = {}): Promise<Answer> =>
  new Promise((resolve) => {
    const { mongodbUrl } = site;
    const own = { DATA_DIR: site.folder, PUBLIC_ORIGIN: site.origin, ...(mongodbUrl && { MONGODB_URL: mongodbUrl }) };
    const env = { ...process.env, ...own };
    const child = execFile(process.execPath, [entryOf(name), ...args], { env }, (_error, out, said) =>
      resolve({ code: child.exitCode ?? -1, out, said }),
    );
    if (!isRead) child.stdout?.destroy();
    child.stdin?.end(typed);
  });
const bikeStatus = async (id: string) => (await fetch(`${site.origin}/api/v1/bikes/${id}`)).status;

const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

test('a member is suspended, banned and reinstated by name, beside the running site, and each decision is stored', {
  tags: nightly,
}, async () => {
  const wheeler = await joinSite(site, 'wheeler');
  const [bike, shown] = [await publishBike(wheeler), await publishBike(wheeler)];
  const suspended = await user('suspend', 'Wheeler', '--until', inAMonth, '--reason', 'Insults.');
  expect([suspended.code, suspended.said]).toEqual([0, '']);
  expect(suspended.out).toMatch(
    new RegExp(` at the console: suspend wheeler until ${inAMonth}T00:00:00\\.000Z \\(Insults\\.\\)\n`),
  );
  expect(await bikeStatus(shown)).toBe(200);
  expect((await user('ban', 'wheeler', '--reason', 'Adverts.')).code).toBe(0);
  expect(await bikeStatus(bike)).toBe(410);
  expect((await user('show', 'wheeler')).out).toMatch(/^wheeler: Banned\n.*: ban .*\n.*: suspend .*\n$/);
  expect((await user('restore', 'wheeler')).code).toBe(0);
  expect(await bikeStatus(bike)).toBe(200);
  expect((await moderate('log')).out.match(/: (restore|ban|suspend) /g)).toEqual([
    ': restore ',
    ': ban ',
    ': suspend ',
  ]);
});

test('a decision is completed, and the member told, when nobody reads what the command says', async () => {
  await joinSite(site, 'sprinter');
  const { code, said } = await run('user', ['ban', 'sprinter', '--reason', 'Adverts.'], { isRead: false });
  expect([code, said]).toEqual([0, '']);
  const letters = await lettersIn(site.folder);
  expect(letters.filter(({ to }) => to === 'sprinter@example.org').at(-1)?.subject).toContain('was closed');
});

test('a bike is flagged, removed and restored by its id, beside the running site, and each decision is stored', {
  tags: nightly,
}, async () => {
  const bike = await publishBike(await joinSite(site, 'framer'));
  const flagged = await moderate('bike', 'flag', bike, '--reason', 'An advert.');
  expect([flagged.code, flagged.said]).toEqual([0, '']);
  expect(flagged.out).toContain(`bike.flag ${bike}, the 2021 Surly Midnight Special of framer (An advert.)`);
  expect(await bikeStatus(bike)).toBe(403);
  await moderate('bike', 'remove', bike, '--reason', 'Still one.');
  expect(await bikeStatus(bike)).toBe(410);
  expect((await moderate('bike', 'restore', bike)).code).toBe(0);
  expect(await bikeStatus(bike)).toBe(200);
  expect((await user('show', 'framer')).out.match(/: bike\.\w+ /g)).toEqual([
    ...[': bike.restore ', ': bike.remove ', ': bike.flag '],
  ]);
  const unknown = await moderate('bike', 'remove', 'nonsense', '--reason', 'No.');
  expect([unknown.code, unknown.said]).toEqual([1, "We can't find this. It may have been deleted.\n"]);
});

test('the operator role is granted and revoked, and operators cannot be suspended', {
  tags: nightly,
}, async () => {
  await joinSite(site, 'warden');
  const { out } = await moderate('operator', 'add', 'warden');
  expect(out).toContain('operator.add warden');
  // A repetition names the entry that there is.
  expect((await moderate('operator', 'add', 'warden')).out).toBe(out);
  expect((await moderate('operator', 'list')).out).toBe('warden: operator\n');
  const refused = await user('ban', 'warden', '--reason', 'Mutiny.');
  expect([refused.code, refused.said]).toEqual([1, 'This member is an operator. Remove the role first.\n']);
  const last = await moderate('operator', 'remove', 'warden');
  expect([last.code, last.said]).toEqual([1, 'This is the only operator. Make somebody else an operator first.\n']);
  await joinSite(site, 'keeper');
  await moderate('operator', 'add', 'keeper');
  expect((await moderate('moderator', 'add', 'warden')).code).toBe(0);
  expect((await moderate('operator', 'list')).out).toBe('keeper: operator\nwarden: moderator\n');
});

test.each([
  [['suspend', 'warden', '--reason', 'Insults.'], '--until: Enter an end date, such as'],
  [['suspend', 'warden', '--until', 'soon', '--reason', 'No.'], '--until: Enter an end date, such as'],
  [['ban', 'warden'], '--reason: Enter a reason'],
  [['ban', 'nobody', '--reason', 'No.'], 'There is no member called nobody.'],
  [['tickle', 'warden'], 'There is no command "tickle".'],
  [['ban'], 'Which member?'],
  [['email', 'warden'], 'There are too few arguments.'],
  [['show', 'warden', '--now'], '"show" has no option --now.'],
])('user %j prints the error, with exit code 2', { tags: nightly }, async (args, text) => {
  const { code, said } = await user(...args);
  expect([code, said.slice(0, text.length)]).toEqual([2, text]);
});

test('an account is helped by name or e-mail, beside the running site, and each use is in the log', async () => {
  const stuck = await joinSite(site, 'stuck');
  const bike = await publishBike(stuck);
  const file = join(site.folder, 'stuck.zip');
  const link = await user('password-link', 'stuck@example.org');
  const [, token] = /\/account\/reset-password\?token=([\w-]{43})\n/.exec(link.out) ?? [];
  const password = 'gravel in the rain';
  const visitor = browserAt(site);
  expect((await visitor.call(resetPassword, { body: { token: token ?? '', password } })).status).toBe(200);
  expect((await visitor.call(login, { body: { identifier: 'stuck', password } })).status).toBe(200);
  expect((await user('end-sessions', 'stuck')).code).toBe(0);
  expect((await visitor.call(getAuthUser)).status).toBe(401);
  expect((await user('email', 'stuck', 'free@example.org', '--reason', 'A letter.')).out).toContain('(A letter.)');
  expect((await user('export', 'stuck', file)).out).toContain(`Wrote ${file}.`);
  expect(unzipped(await readFile(file)).has('account.json')).toBe(true);
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  const again = await user('export', 'stuck', file);
  expect([again.code, again.said]).toEqual([1, `${file} exists.\n`]);

  const doubtful = await run('user', ['erase', 'stuck', '--now'], { typed: 'stuck\nsomebody\n' });
  expect([doubtful.code, doubtful.said]).toEqual([2, expect.stringContaining('Nothing was erased.')]);
  expect(await bikeStatus(bike)).toBe(200);
  const erased = await run('user', ['erase', 'stuck', '--now'], { typed: 'stuck\nstuck\n' });
  expect([erased.code, erased.out]).toEqual([0, expect.stringContaining('account.erase stuck')]);
  // Cached answers of the running site are dropped within two seconds.
  await expect.poll(() => bikeStatus(bike), { timeout: 10_000 }).toBe(404);
  const { out } = await moderate('log');
  expect(
    out
      .split('\n')
      .slice(0, 5)
      .map((line) => / at the console: (\S+) stuck/.exec(line)?.[1]),
  ).toEqual([...['account.erase', 'account.export', 'email.change', 'sessions.end', 'password.link']]);
});

test.each([
  [['bike', 'remove'], 'Which bike?'],
  [['bike', 'remove', 'x'], '--reason: Enter a reason'],
])('%j prints the error, with exit code 2', { tags: nightly }, async (args, text) => {
  const { code, said } = await moderate(...args);
  expect([code, said.slice(0, text.length)]).toEqual([2, text]);
});

test('flagged items are listed with their id, and a message is removed, restored and dismissed by it', {
  tags: nightly,
}, async () => {
  const [writer, reader] = [await joinSite(site, 'writer'), await joinSite(site, 'reader')];
  const users = (await site.db()).collection('users');
  const idOf = async (username: string) => String((await users.findOne({ username }))?._id);
  const [writerId, readerId] = [await idOf('writer'), await idOf('reader')];
  await publishBike(writer);
  const messageId = newId();
  const body = { id: messageId, text: 'Pay me\n"now"!' };
  expect((await writer.call(sendMessage, { params: { userId: readerId }, body })).status).toBe(201);
  for (const named of [{ targetType: 'Message', targetId: messageId } as const, {}]) {
    const said = { id: newId(), reason: 'Spam' as const, note: 'Wants money.', ...named };
    expect((await reader.call(addMemberFlag, { params: { userId: writerId }, body: said })).status).toBe(201);
  }
  const listed = (await moderate('flags')).out;
  expect(listed).toMatch(
    new RegExp(
      `^user ${writerId}, writer \\(Active\\)\n  .*  reader: Spam or scam, "Wants money." \\(weight 0.5\\)\n` +
        `message ${messageId}, by writer \\(Active\\): "Pay me\\\\n\\\\"now\\\\"!"\n  .*reader: `,
    ),
  );
  const removed = await moderate('message', 'remove', messageId, '--reason', 'A scam.');
  expect(removed.out).toContain(`message.remove the message ${messageId} of writer (A scam.)`);
  const row = async () => (await site.db()).collection('messages').findOne({ _id: messageId as never });
  expect((await row())?.removed).toBe(true);
  expect((await moderate('message', 'restore', messageId)).code).toBe(0);
  expect((await row())?.removed).toBe(false);
  expect((await moderate('flags', 'reopen', 'message', messageId)).code).toBe(0);
  expect((await moderate('flags')).out).toContain(`message ${messageId}`);
  expect((await moderate('flags', 'reject', 'message', messageId)).out).toContain(`flags.reject the message`);
  expect((await moderate('flags', 'uphold', 'user', writerId, '--reason', 'Right.')).out).toContain('(Right.)');
  expect((await moderate('flags')).out).toBe('');
});

test.each([
  [['flags', 'tickle'], 'There is no command "flags tickle".'],
  [['flags', 'reject', 'car', 'x'], 'Which kind? Choose one of bike, comment, message, user.'],
  [['flags', 'reject', 'message', 'x'], 'Which message? Give its ID.'],
  [['message', 'flag', 'x', '--reason', 'No.'], 'There is no command "message flag x".'],
  [['message', 'remove', 'x'], '--reason: Enter a reason.'],
])('%j prints the error, with exit code 2, too', { tags: nightly }, async (args, text) => {
  const { code, said } = await moderate(...args);
  expect([code, said.slice(0, text.length)]).toEqual([2, text]);
});
