import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgotPassword, login, sendEmailConfirmation, signup } from '#contract/accounts.ts';
import { newId } from '#contract/ids.ts';
import { goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';

const rounds = 200;
const guessed = 'the password of whoever asks';

let app: TestApp;
let calls = 0;
/** Members by the place of their round. */
const members = Array.from({ length: rounds }, (_, n) => ({
  id: newId(),
  name: `rider${n}`,
  email: `m-is${n}@example.org`,
}));

beforeAll(async () => {
  app = await TestApp.open({ TRUSTED_PROXIES: '127.0.0.0/8' });
  await app.member('pattern');
  const users = app.db.collection<{ _id: string }>('users');
  const pattern = await users.findOne({ username: 'pattern' } as never, { projection: { _id: 0, signupId: 0 } });
  await users.insertMany(
    members.map(({ id, name, email }) => ({ ...pattern, _id: id, username: name, foldedName: name, email }) as never),
  );
});
afterAll(() => app.close());

type Seen = { status: number; text: string; ms: number };

/** What a stranger sees of an answer, with the address that they typed blanked out. */
async function see(typed: string, ...[endpoint, options]: Parameters<TestBrowser['call']>): Promise<Seen> {
  calls++;
  const headers = { 'X-Forwarded-For': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}` };
  const start = performance.now();
  const answer = await new TestBrowser(app).call(endpoint, { ...options, headers });
  const ms = performance.now() - start;
  const text = JSON.stringify([[...answer.headers.keys()], answer.answer]).replaceAll(typed, 'ADDRESS');
  return { status: answer.status, text, ms };
}

const application = (username: string, email: string, id = newId()) => ({
  body: { id, username, email, password: guessed, terms: true },
});
const addressOf = { known: (n: number) => `m-is${n}@example.org`, unknown: (n: number) => `m-no${n}@example.org` };
type Kind = keyof typeof addressOf;
const kinds: Kind[] = ['known', 'unknown'];

/** Everything that somebody can try who wants to know whether an address has a member. */
const attempts: Record<string, { times: number; try(kind: Kind, n: number): Promise<Seen> }> = {
  'a sign-up with a fresh name': {
    times: rounds,
    try: (kind, n) => see(addressOf[kind](n), signup, application(`${kind}-a${n}`, addressOf[kind](n))),
  },
  'a log-in after it with the address': {
    times: rounds,
    try: (kind, n) => see(addressOf[kind](n), login, { body: { identifier: addressOf[kind](n), password: guessed } }),
  },
  'a log-in after it with the name': {
    times: 3,
    try: (kind, n) => see(addressOf[kind](n), login, { body: { identifier: `${kind}-a${n}`, password: guessed } }),
  },
  'a log-in after it with a wrong password': {
    times: 3,
    try: (kind, n) => see(addressOf[kind](n), login, { body: { identifier: addressOf[kind](n), password: 'wrong' } }),
  },
  'the link asked for again': {
    times: 3,
    try: (kind, n) => see(addressOf[kind](n), sendEmailConfirmation, { body: { email: addressOf[kind](n) } }),
  },
  'a forgotten password': {
    times: rounds,
    try: (kind, n) => see(addressOf[kind](n), forgotPassword, { body: { email: addressOf[kind](n) } }),
  },
  'a second sign-up with another name': {
    times: 3,
    try: (kind, n) => see(addressOf[kind](n), signup, application(`${kind}-b${n}`, addressOf[kind](n))),
  },
  'the first name, taken or free again': {
    times: 3,
    try: (kind, n) => see(addressOf[kind](n), signup, application(`${kind}-a${n}`, `m-z${kind}${n}@example.org`)),
  },
  "a sign-up with a member's id and name": {
    times: rounds,
    try: (kind, n) => {
      const { id = '', name = '' } = members[n] ?? {};
      return see(addressOf[kind](n), signup, application(name, addressOf[kind](n), id));
    },
  },
  "a sign-up with a member's id and a fresh name": {
    times: 3,
    try: (kind, n) => see(addressOf[kind](n), signup, application(`${kind}-c${n}`, addressOf[kind](n), members[n]?.id)),
  },
};

const median = (seen: Seen[]) => seen.map(({ ms }) => ms).sort((a, b) => a - b)[seen.length >> 1] ?? 0;

test.each(Object.entries(attempts))(
  '%s tells nobody whether an address has a member',
  { timeout: 600_000 },
  async (_, attempt) => {
    const seen: Record<Kind, Seen[]> = { known: [], unknown: [] };
    for (let n = 0; n < attempt.times; n++) {
      // In turns, so that whatever else the machine does slows both.
      for (const kind of n % 2 ? kinds : kinds.toReversed()) seen[kind].push(await attempt.try(kind, n));
    }
    const shapes = new Set([...seen.known, ...seen.unknown].map(({ status, text }) => `${status} ${text}`));
    expect([...shapes]).toHaveLength(1);
    if (attempt.times < rounds) return;
    const [known, unknown] = [median(seen.known), median(seen.unknown)];
    expect(Math.abs(known - unknown), `${known} ms and ${unknown} ms`).toBeLessThan(
      0.15 * Math.max(known, unknown) + 1,
    );
  },
);

test('the password of a sign-up is right by its name and its address, with the member of that address untouched', async () => {
  const { email } = members[0] ?? { email: '' };
  const asked = [
    await see(email, login, { body: { identifier: email, password: guessed } }),
    await see(email, login, { body: { identifier: email, password: goodPassword } }),
  ];
  expect(asked.map(({ status }) => status)).toEqual([403, 200]);
});
