import type { TestBrowser } from '#tests/kit/app.ts';

/** Opens browsers and changes accounts for callers. */
export interface Door {
  /** A browser without cookies. */
  stranger(): TestBrowser;
  /** A browser with a new session of a member. */
  letIn(name: string): Promise<TestBrowser>;
  /** Changes a member's stored account. */
  change(name: string, facts: Record<string, unknown>): Promise<void>;
}

/** A caller: account name, whether they count as a member, and their cookies. */
type Caller = { name: string; isMember: boolean; open(door: Door): Promise<TestBrowser> };

const stranger: Caller = { name: 'nobody', isMember: false, open: async (door) => door.stranger() };
const member = (name: string): Caller => ({ name, isMember: true, open: (door) => door.letIn(name) });

/** A caller whose session began before the account got into a state. */
const inState = (name: string, state: Record<string, unknown>): Caller => ({
  name,
  isMember: false,
  async open(door) {
    await door.change(name, { status: 'Active' });
    const browser = await door.letIn(name);
    await door.change(name, state);
    return browser;
  },
});

/** A member who is an operator. */
const operator = (name: string): Caller => ({
  name,
  isMember: true,
  async open(door) {
    await door.change(name, { operator: true });
    return door.letIn(name);
  },
});

const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');

/** The owner's cookies with forged signatures. */
async function forge(door: Door): Promise<TestBrowser> {
  const { cookies } = await door.letIn('oskar');
  const [, claims] = (cookies.get('access') ?? '').split('.');
  const forger = door.stranger();
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
  operator: operator('otto'),
} satisfies Record<string, Caller>;

export type CallerName = keyof typeof callers;
export const callerNames = Object.keys(callers) as CallerName[];

/** Expected reply for each caller: HTTP status, then the problem's code or the invalid fields. */
export type Told = Record<CallerName, string>;

export const everybody = (told: string): Told => Object.fromEntries(callerNames.map((name) => [name, told])) as Told;

/** Members and visitors pass; callers with an ended session have to refresh it first. */
export const notOverdue = (told: string): Told => ({ ...members(told), visitor: told });

/** Only members pass. @param owner the owner's reply, where it differs */
export const members = (told: string, owner = told): Told => {
  const strangers = callerNames.filter((name) => !callers[name].isMember);
  const refused = Object.fromEntries(strangers.map((name) => [name, '401 unauthenticated']));
  return { ...everybody(told), owner, ...refused };
};
