import type { Role } from '#contract/moderation.ts';
import type { TestBrowser } from '#tests/kit/app.ts';

/** Opens browsers and changes accounts for callers. */
export interface CallerContext {
  /** A browser without cookies. */
  stranger(): TestBrowser;
  /** A browser with a new session of a member. */
  createSession(name: string): Promise<TestBrowser>;
  /** Changes a member's stored account. */
  change(name: string, fields: Record<string, unknown>): Promise<void>;
}

/** A caller: account name, whether they count as a member, and their cookies. */
type Caller = { name: string; isMember: boolean; open(context: CallerContext): Promise<TestBrowser> };

const stranger: Caller = { name: 'nobody', isMember: false, open: async (context) => context.stranger() };
const member = (name: string): Caller => ({ name, isMember: true, open: (context) => context.createSession(name) });

/** A caller whose session began before the account got into a state. */
const inState = (name: string, state: Record<string, unknown>): Caller => ({
  name,
  isMember: false,
  async open(context) {
    await context.change(name, { status: 'Active' });
    const browser = await context.createSession(name);
    await context.change(name, state);
    return browser;
  },
});

/** A member with a role. */
const holder = (name: string, role: Role): Caller => ({
  name,
  isMember: true,
  async open(context) {
    await context.change(name, { [role]: true });
    return context.createSession(name);
  },
});

const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');

/** The owner's cookies with forged signatures. */
async function forge(context: CallerContext): Promise<TestBrowser> {
  const { cookies } = await context.createSession('oskar');
  const [, claims] = (cookies.get('access') ?? '').split('.');
  const forger = context.stranger();
  forger.cookies.set('access', `${unsigned}.${claims}.`);
  forger.cookies.set('session', (cookies.get('session') ?? '').replace(/[\w-]{43}$/, 'A'.repeat(43)));
  return forger;
}

/** Columns of the table. */
export const callers = {
  visitor: stranger,
  forger: { ...stranger, open: forge },
  unconfirmed: inState('ulla', { status: 'Unconfirmed' }),
  suspended: inState('sven', { status: 'Suspended', until: new Date('2999-01-01'), reason: 'Spam' }),
  member: member('mira'),
  /** Owner of the requested item. */
  owner: member('oskar'),
  moderator: holder('mona', 'moderator'),
  operator: holder('otto', 'operator'),
} satisfies Record<string, Caller>;

export type CallerName = keyof typeof callers;
export const callerNames = Object.keys(callers) as CallerName[];

/** Expected reply for each caller: HTTP status, then the problem's code or the invalid fields. */
export type Expected = Record<CallerName, string>;

export const everyone = (expected: string): Expected =>
  Object.fromEntries(callerNames.map((name) => [name, expected])) as Expected;

/** Members and visitors pass; callers with an ended session have to refresh it first. */
export const membersAndVisitors = (expected: string): Expected => ({ ...members(expected), visitor: expected });

/** Only members pass. @param owner the owner's reply, where it differs */
export const members = (expected: string, owner = expected): Expected => {
  const strangers = callerNames.filter((name) => !callers[name].isMember);
  const refused = Object.fromEntries(strangers.map((name) => [name, '401 unauthenticated']));
  return { ...everyone(expected), owner, ...refused };
};

/** Only operators pass; other members get `not_found`. */
export const operators = (expected: string): Expected => ({ ...members('404 not_found'), operator: expected });
