import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Passwords } from '#api/platform/passwords.ts';
import { forgotPassword, login, sendEmailConfirmation, signup } from '#contract/accounts.ts';
import { newId } from '#contract/ids.ts';
import { goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { runsAll } from '#tests/run/tiers.ts';

/**
 * Attempts of each kind whose times are compared. The second tier compares them with the real cost of passwords, as
 * they depend on the machine.
 */
const rounds = runsAll ? 200 : 3;
const fewer = runsAll ? 60 : 3;
/** Maximum relative difference of the medians, and how often of 200 one may be slower by chance (p < 0.001). */
const maxDifference = 0.1;
const sigmas = 3.3;
const guessed = 'the password of the logged-in member';
/** Maximum wrong guesses at an account within an hour, from all networks. */
const maxGuesses = 25;

let app: TestApp;
let calls = 0;
/** The member of each round. */
const members = Array.from({ length: rounds }, (_, n) => ({
  id: newId(),
  name: `rider${n}`,
  email: `m-is${n}@example.org`,
}));

/** Members who have signed up and not confirmed. */
const waits = (n: number) => `m-wa${n}@example.org`;

beforeAll(async () => {
  app = await TestApp.open(
    { TRUSTED_PROXIES: '127.0.0.0/8' },
    { still: true, ...(runsAll && { passwords: new Passwords() }) },
  );
  await app.member('pattern');
  const users = app.db.collection<{ _id: string }>('users');
  const pattern = await users.findOne({ username: 'pattern' } as never, {
    projection: { _id: 0, signupId: 0, nameKeys: 0 },
  });
  const { email: _, ...rest } = { email: '', ...pattern };
  const rows = members.flatMap(({ id, name, email }, n) => [
    { ...rest, _id: id, username: name, foldedName: name, email },
    { ...rest, _id: newId(), username: `w${n}`, foldedName: `w${n}`, pendingEmail: waits(n), status: 'Unconfirmed' },
  ]);
  await users.insertMany(rows as never[]);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => app.close());

type Seen = { status: number; text: string; ms: number };

/** A reply as a stranger sees it, without the values that they typed. */
async function see(typed: string, ...[endpoint, options]: Parameters<TestBrowser['call']>): Promise<Seen> {
  calls++;
  // Each from its own network, after all earlier work has finished.
  await app.idle();
  const from = { 'X-Forwarded-For': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}` };
  const start = performance.now();
  const { status, headers, answer } = await new TestBrowser(app).call(endpoint, { ...options, headers: from });
  const ms = performance.now() - start;
  const visible = [...headers].filter(([name]) => name !== 'x-request-id');
  return { status, text: JSON.stringify([visible, answer]).replaceAll(typed, 'TYPED'), ms };
}

const kinds = ['known', 'unknown'] as const;
type Kind = (typeof kinds)[number];
type Attempt = { times: number; before?(): Promise<void>; try(kind: Kind, n: number): Promise<Seen> };

const addressOf = { known: (n: number) => `m-is${n}@example.org`, unknown: (n: number) => `m-no${n}@example.org` };
const lockedName = { known: 'pattern', unknown: 'nothing' };
const nameOf = { known: (n: number) => `rider${n}`, unknown: (n: number) => `nadir${n}` };
const application = (username: string, email: string, id = newId()) => ({
  body: { id, username, email, password: guessed, terms: true },
});
const logIn = (identifier: string, password = guessed) => see(identifier, login, { body: { identifier, password } });
const resend = (email: string) => see(email, sendEmailConfirmation, { body: { email } });
const forget = (email: string) => see(email, forgotPassword, { body: { email } });
const signUp = (name: string, email: string, id?: string) => see(email, signup, application(name, email, id));

/** Every call that could reveal whether there is a member or an address. */
const attempts: Record<string, Attempt> = {
  'a log-in with a name and a wrong password': {
    times: rounds,
    try: (kind, n) => logIn(nameOf[kind](n)),
  },
  'a log-in with an address and a wrong password': {
    times: fewer,
    try: (kind, n) => logIn(addressOf[kind](n)),
  },
  'a log-in that is locked, with the right password': {
    times: rounds,
    async before() {
      vi.useFakeTimers({ toFake: ['Date'] });
      for (const kind of kinds) {
        for (let attempt = 0; attempt < maxGuesses; attempt++) await logIn(lockedName[kind]);
        expect((await logIn(lockedName[kind])).status).toBe(429);
      }
    },
    try: (kind) => logIn(lockedName[kind], goodPassword),
  },
  "a member's link asked for again": { times: rounds, try: (kind, n) => resend(addressOf[kind](n)) },
  'a forgotten password': { times: rounds, try: (kind, n) => forget(addressOf[kind](n)) },
  'the confirmation link of a pending sign-up': {
    times: rounds,
    try: (kind, n) => resend(kind === 'known' ? waits(n) : `m-ni${n}@example.org`),
  },
  'a forgotten password of a pending sign-up': {
    times: rounds,
    try: (kind, n) => forget(kind === 'known' ? waits(n) : `m-ni${n}@example.org`),
  },
  'a sign-up with a fresh name': {
    times: rounds,
    try: (kind, n) => signUp(`${kind}-a${n}`, addressOf[kind](n)),
  },
  'a log-in after it with the address': { times: fewer, try: (kind, n) => logIn(addressOf[kind](n)) },
  'a log-in after it with the name': {
    times: 3,
    try: (kind, n) => see(addressOf[kind](n), login, { body: { identifier: `${kind}-a${n}`, password: guessed } }),
  },
  'a log-in after it with a wrong password': { times: 3, try: (kind, n) => logIn(addressOf[kind](n), 'wrong') },
  'the link asked for again after it': { times: 3, try: (kind, n) => resend(addressOf[kind](n)) },
  'a forgotten password after it': { times: 3, try: (kind, n) => forget(addressOf[kind](n)) },
  'a second sign-up with another name': { times: 3, try: (kind, n) => signUp(`${kind}-b${n}`, addressOf[kind](n)) },
  'the first name, taken or free again': {
    times: 3,
    try: (kind, n) => signUp(`${kind}-a${n}`, `m-z${kind}${n}@example.org`),
  },
  "a sign-up with a member's id and name": {
    times: fewer,
    try: (kind, n) => signUp(members[n]?.name ?? '', addressOf[kind](n), members[n]?.id),
  },
  "a sign-up with a member's id and a fresh name": {
    times: 3,
    try: (kind, n) => signUp(`${kind}-c${n}`, addressOf[kind](n), members[n]?.id),
  },
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Compares the times of pairs of attempts. Returns null when they reveal nothing. */
function compareTimes(known: number[], unknown: number[]): string | null {
  const [a, b] = [median(known), median(unknown)];
  const slower = known.filter((ms, n) => ms > (unknown[n] ?? 0)).length;
  const summary = `${a.toFixed(2)} and ${b.toFixed(2)} ms, the known slower ${slower} times of ${known.length}`;
  console.log(`    ${summary}`);
  // A busy machine moves the medians, but does not make the same one slower repeatedly.
  const isChance = Math.abs(slower - known.length / 2) <= (sigmas * Math.sqrt(known.length)) / 2;
  return Math.abs(a - b) <= maxDifference * Math.max(a, b) || isChance ? null : summary;
}

test.each(Object.entries(attempts))(
  '%s does not reveal whether there is such a member',
  { timeout: 900_000 },
  async (_, attempt) => {
    await attempt.before?.();
    const seen: Record<Kind, Seen[]> = { known: [], unknown: [] };
    for (let n = 0; n < attempt.times; n++) {
      // Alternates, so that other work on the machine slows both.
      for (const kind of n % 2 ? kinds : kinds.toReversed()) seen[kind].push(await attempt.try(kind, n));
    }
    const shapes = new Set([...seen.known, ...seen.unknown].map(({ status, text }) => `${status} ${text}`));
    expect([...shapes]).toHaveLength(1);
    if (!runsAll || attempt.times < fewer) return;
    const [known, unknown] = kinds.map((kind) => seen[kind].map(({ ms }) => ms));
    expect(compareTimes(known ?? [], unknown ?? [])).toBeNull();
  },
);

test('the password of a pending sign-up works by its name and its address, without affecting the member with that address', async () => {
  const { email } = members[0] ?? { email: '' };
  const asked = [await logIn(email), await logIn(email, goodPassword)];
  expect(asked.map(({ status }) => status)).toEqual([403, 200]);
});
