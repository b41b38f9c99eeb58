import type { BikeStatus } from './bike-options.ts';
import { type Comment, type CommentStatus, editHours } from './comments.ts';
import { type Message, unsendMinutes } from './conversations.ts';
import type { ProblemCode } from './problem-codes.ts';
import { Problem } from './problems.ts';

/** Who asks: a member, or null for a visitor who is not logged in. `held`: they post nothing until a moderator has looked. */
export type Viewer = { id: string; held?: boolean } | null;

/** `blocked`: its owner has blocked whoever asks, or they its owner. */
type SomeBike = { owner: { id: string }; status: BikeStatus; blocked?: boolean; commentsClosed?: boolean | undefined };
/** `away`: with its owner. `restorableUntil`: ISO 8601, UTC; null of what cannot be restored. */
type StandingBike = SomeBike & { away: boolean; restorableUntil: string | null };
type SomeComment = Pick<Comment, 'bikeId' | 'status' | 'text' | 'addedAt' | 'removedBy'> & { author: { id: string } };
/** Somebody whom a member meets. */
type SomeMember = { id: string };
/** Somebody whom a member writes to. `known`: there is a conversation; the last two are about beginning one. */
type Correspondent = SomeMember & {
  here: boolean;
  known: boolean;
  blockers: readonly string[];
  takes: boolean;
  mayStart: boolean;
};
type SomeMessage = { authorId: string; unsent: boolean; removed?: boolean; at: Date | Message['at'] };

/** What can be done: to which thing, and what else the rule has to know. */
type Actions = {
  'bike.see': { thing: SomeBike };
  /** Its owner reads all of it, to change it. */
  'bike.edit': { thing: SomeBike };
  /** What its owner has not published yet. `publishedAt`: null until then. */
  'bike.draft': { thing: SomeBike & { publishedAt: string | null } };
  /** A flagged one, by whoever was told that and wants to. */
  'bike.seeFlagged': { thing: SomeBike };
  /** Its owner, in whatever state it is. `at`: milliseconds since the epoch, by the server's clock. */
  'bike.keep': { thing: StandingBike; with: { at: number } };
  /** Its owner publishes, unpublishes, deletes or restores it; `from`: what it was when they decided. */
  'bike.move': { thing: StandingBike; with: { from: BikeStatus | null; to: BikeStatus; at: number } };
  /** A moderator flags, removes or restores it. */
  'bike.moderate': { thing: StandingBike; with: { to: BikeStatus } };
  'bike.replace': { thing: SomeBike };
  /** Its owner shows others a bike that they have not seen yet. */
  'bike.publish': { thing: Pick<SomeBike, 'owner'> };
  'bike.like': { thing: SomeBike };
  'bike.unlike': { thing: SomeBike };
  'bike.favorite': { thing: SomeBike };
  'bike.unfavorite': { thing: SomeBike };
  /** A look that counts. */
  'bike.view': { thing: SomeBike };
  'bike.comment': { thing: SomeBike };
  /** Its owner says whether others comment on it. */
  'bike.closeComments': { thing: SomeBike };
  'bike.flag': { thing: SomeBike };
  /** Its words, also where it is flagged: by whoever was told that and wants to. */
  'comment.see': { thing: SomeComment; with: { bike: SomeBike | null } };
  'comment.flag': { thing: SomeComment; with: { bike: SomeBike | null } };
  /** A moderator flags, removes or restores it. */
  'comment.moderate': { thing: SomeComment; with: { to: CommentStatus } };
  /** A comment whose id is there already. */
  'comment.repeat': { thing: SomeComment; with: { bikeId: string } };
  /** `at`: milliseconds since the epoch, by the server's clock. */
  'comment.edit': { thing: SomeComment; with: { at: number; text?: string } };
  /** Its author takes a comment away. */
  'comment.delete': { thing: SomeComment };
  /** The owner of its bike takes a comment away. */
  'comment.remove': { thing: SomeComment; with: { bike: SomeBike | null } };
  /** A member writes to another one. */
  'message.send': { thing: Correspondent };
  /** A message whose id is there already. */
  'message.repeat': {
    thing: Pick<SomeMessage, 'authorId'> & { conversationId: string };
    with: { conversationId: string };
  };
  /** `members`: the two whose conversation it is in. */
  'message.see': { thing: { members: readonly string[] } };
  /** Its author takes a message back from both. `at`: milliseconds since the epoch, by the server's clock. */
  'message.unsend': { thing: SomeMessage & { members: readonly string[] }; with: { at: number } };
  /** One of the two whose conversation it is in flags what the other has written. `by`: whose it is said to be. */
  'message.flag': { thing: SomeMessage & { members: readonly string[] }; with: { by: string } };
  /** A moderator takes it away from both, or brings it back. */
  'message.moderate': { thing: SomeMessage };
  /** Why a moderator took it away: of the two its author alone is told. */
  'message.readReason': { thing: Pick<SomeMessage, 'authorId'> };
  /** Anybody looks at a member's own page. `away`: the member has left, or the account was closed. */
  'member.see': { thing: { away: boolean } };
  /** A member looks at how they stand to another one. */
  'member.meet': { thing: SomeMember };
  'member.block': { thing: SomeMember };
  'member.flag': { thing: SomeMember };
  /** `shown` by a bike that others see; `kept` by these otherwise; `used` by any that ever was. */
  'photo.see': { thing: { shown: boolean; kept: readonly BikeStatus[]; used: boolean; ownerId: string } };
  /** What a member tells of themselves, by words or pictures; `isEmpty`: it is taken away. */
  'profile.write': { thing: SomeMember; with: { isEmpty: boolean } };
  /** A member's folder gets a name. `shared`: others see it. */
  'folder.name': { thing: { ownerId: string; name: string; shared: boolean }; with: { name: string } };
  'folder.share': { thing: { ownerId: string } };
  /** What a member looks like. `away`: they have deleted the account. */
  'picture.see': { thing: { away: boolean } };
  /** A photo whose id is there already. */
  'photo.repeat': { thing: { ownerId: string } };
};
export type Action = keyof Actions;
type Thing<A extends Action> = Actions[A]['thing'];
type With<A extends Action> = Actions[A] extends { with: infer W } ? [facts: W] : [];
type Rule<A extends Action> = (me: string, thing: Thing<A>, ...facts: With<A>) => ProblemCode | null;

const minute = 60_000;
const hour = 60 * minute;

/** In which states its owner keeps a bike. */
export const statusesForOwner: readonly BikeStatus[] = ['Active', 'Draft', 'Flagged', 'Removed'];
/** In which states it is open to their changes. */
export const statusesToChange: readonly BikeStatus[] = ['Active', 'Draft', 'Flagged'];
/** In which states a bike's photos answer nobody but its owner. */
export const statusesWithheld: readonly BikeStatus[] = ['Deleted', 'Draft', 'Removed'];

const whyHidden: Record<BikeStatus, ProblemCode | null> = {
  Active: null,
  Draft: 'not_found',
  Flagged: 'bike.flagged',
  Removed: 'gone',
  Deleted: 'not_found',
};
const hidden = ({ status }: SomeBike): ProblemCode | null => whyHidden[status];
const apart = ({ blocked }: SomeBike): ProblemCode | null => (blocked ? 'block.between' : null);

type Moves = Record<BikeStatus, readonly BikeStatus[]>;
/** What a bike becomes by its owner. */
const ownersMoves: Moves = {
  Draft: ['Active', 'Deleted'],
  Active: ['Draft', 'Deleted'],
  Flagged: ['Deleted'],
  Removed: ['Deleted'],
  Deleted: ['Draft', 'Deleted'],
};
/** What it becomes by a moderator: never again what its owner has deleted. What is so already may come again. */
const moderatorsMoves: Moves = {
  Draft: ['Active', 'Removed'],
  Active: ['Active', 'Flagged', 'Removed'],
  Flagged: ['Active', 'Flagged', 'Removed'],
  Removed: ['Active', 'Removed'],
  Deleted: [],
};

const whyTaken: Record<CommentStatus, ProblemCode | null> = {
  Active: null,
  Flagged: null,
  Deleted: 'not_found',
  Removed: 'gone',
};

const isRestorable = ({ away, status, restorableUntil }: StandingBike, at: number): boolean =>
  !away && status === 'Deleted' && restorableUntil !== null && at <= Date.parse(restorableUntil);

/** Whether a bike is already what it is to become: what was flagged comes out of its draft as it went in. */
const isThere = ({ status, away }: StandingBike, to: BikeStatus): boolean =>
  !away && (status === to || (to === 'Active' && status === 'Flagged'));

/** Who may do what to which thing, and how the others are refused. The only place that decides this. */
const rules: { readonly [A in Action]: Rule<A> } = {
  'bike.see': (_, bike) => hidden(bike),
  'bike.edit': (me, bike) => {
    if (bike.owner.id !== me) return hidden(bike) ?? 'forbidden';
    if (statusesToChange.includes(bike.status)) return null;
    return bike.status === 'Removed' ? 'bike.status' : 'gone';
  },
  'bike.draft': (me, { owner, status, publishedAt }) => {
    if (owner.id !== me) return 'not_found';
    if (status === 'Deleted') return 'gone';
    return status === 'Draft' && publishedAt === null ? null : 'bike.status';
  },
  'bike.seeFlagged': (_, bike) => (bike.status === 'Flagged' ? null : hidden(bike)),
  'bike.keep': (me, bike, { at }) => {
    if (bike.owner.id !== me) return hidden(bike) ?? 'forbidden';
    return statusesForOwner.includes(bike.status) || isRestorable(bike, at) ? null : 'gone';
  },
  'bike.move': (me, bike, { from, to, at }) => {
    if (bike.owner.id !== me) return hidden(bike) ?? 'forbidden';
    if (to === 'Deleted' || isThere(bike, to)) return null;
    if (bike.away || (bike.status === 'Deleted' && !isRestorable(bike, at))) return 'gone';
    if (!ownersMoves[bike.status].includes(to)) return 'bike.status';
    return from === bike.status ? null : 'bike.changed';
  },
  'bike.moderate': (_, { status, away }, { to }) => {
    // What is away with its owner comes back with them, but as removed where that was decided meanwhile.
    if (away) return to === 'Removed' ? null : 'moderation.state';
    return moderatorsMoves[status].includes(to) ? null : 'moderation.state';
  },
  'bike.replace': (me, bike) => {
    if (bike.owner.id !== me) return hidden(bike) ?? 'bike.exists';
    if (statusesToChange.includes(bike.status)) return null;
    return bike.status === 'Removed' ? 'bike.status' : 'gone';
  },
  'bike.publish': (me, { owner }) => (owner.id === me ? null : 'forbidden'),
  'bike.like': (me, bike) => hidden(bike) ?? (bike.owner.id === me ? 'like.own' : apart(bike)),
  'bike.unlike': (_, bike) => hidden(bike),
  'bike.favorite': (me, bike) => hidden(bike) ?? (bike.owner.id === me ? 'favorite.own' : apart(bike)),
  // Somebody's own folders can be tidied whatever has become of what is in them.
  'bike.unfavorite': () => null,
  'bike.view': (me, bike) => hidden(bike) ?? (bike.owner.id === me ? 'forbidden' : null),
  'bike.comment': (_, bike) => hidden(bike) ?? (bike.commentsClosed ? 'comments.closed' : apart(bike)),
  'bike.closeComments': (me, bike) => {
    if (bike.owner.id !== me) return hidden(bike) ?? 'forbidden';
    return statusesToChange.includes(bike.status) ? null : 'gone';
  },
  // What others have flagged meanwhile is flagged by one more.
  'bike.flag': (me, bike) =>
    (bike.status === 'Flagged' ? null : hidden(bike)) ?? (bike.owner.id === me ? 'flag.own' : null),
  'comment.see': (_, { status }, { bike }) => (bike ? hidden(bike) : 'not_found') ?? whyTaken[status],
  'comment.flag': (me, { author, status }, { bike }) =>
    (bike ? hidden(bike) : 'not_found') ?? whyTaken[status] ?? (author.id === me ? 'flag.own' : null),
  'comment.moderate': (_, { status, removedBy }, { to }) => {
    // What its author deleted, or its bike's owner removed, is theirs to decide.
    const settled = status === 'Deleted' || (status === 'Removed' && removedBy === 'owner' && to !== 'Removed');
    return settled || (status === 'Removed' && to === 'Flagged') ? 'moderation.state' : null;
  },
  'comment.repeat': (me, { author, bikeId }, asked) =>
    author.id === me && bikeId === asked.bikeId ? null : 'comment.exists',
  'comment.edit': (me, { author, status, text, addedAt }, asked) => {
    if (whyTaken[status]) return 'not_found';
    if (author.id !== me) return 'forbidden';
    // What stands there already may come again however late, and what was flagged is mended whenever its author reads of it.
    if (asked.text === text || status === 'Flagged') return null;
    return asked.at - Date.parse(addedAt) > editHours * hour ? 'comment.too_late' : null;
  },
  'comment.delete': (me, { author }) => (author.id === me ? null : 'forbidden'),
  'comment.remove': (me, _, { bike }) => {
    if (!bike) return 'not_found';
    return hidden(bike) ?? (bike.owner.id === me ? null : 'forbidden');
  },
  'message.send': (me, { id, here, known, blockers, takes, mayStart }) => {
    if (id === me) return 'message.self';
    if (!here) return known ? 'message.left' : 'not_found';
    if (blockers.length > 0) return blockers.includes(me) ? 'message.blocked' : 'message.refused';
    // A newcomer may answer.
    if (known) return null;
    if (!takes) return 'message.refused';
    return mayStart ? null : 'message.newcomer';
  },
  'message.repeat': (me, { authorId, conversationId }, asked) =>
    authorId === me && conversationId === asked.conversationId ? null : 'message.exists',
  // Of what others write to each other nobody is told that it is there.
  'message.see': (me, { members }) => (members.includes(me) ? null : 'not_found'),
  'message.unsend': (me, { members, authorId, unsent, at }, asked) => {
    if (!members.includes(me)) return 'not_found';
    if (authorId !== me) return 'forbidden';
    if (unsent) return null;
    return asked.at - new Date(at).getTime() > unsendMinutes * minute ? 'message.too_late' : null;
  },
  'message.flag': (me, { members, authorId, unsent, removed }, { by }) => {
    if (!members.includes(me) || authorId !== by) return 'not_found';
    if (authorId === me) return 'flag.own';
    return unsent || removed ? 'gone' : null;
  },
  // What its author took back is gone for moderators, too.
  'message.moderate': (_, { unsent }) => (unsent ? 'moderation.state' : null),
  'message.readReason': (me, { authorId }) => (authorId === me ? null : 'forbidden'),
  'member.see': (_, { away }) => (away ? 'gone' : null),
  'member.meet': (me, { id }) => (id === me ? 'message.self' : null),
  'member.block': (me, { id }) => (id === me ? 'block.self' : null),
  'member.flag': (me, { id }) => (id === me ? 'flag.own' : null),
  'photo.see': (me, { shown, kept, used, ownerId }) => {
    if (shown || (kept.length > 0 && ownerId === me)) return null;
    // Of a draft nobody is told that it is there.
    return used && !kept.includes('Draft') ? 'gone' : 'not_found';
  },
  'profile.write': (me, { id }) => (id === me ? null : 'forbidden'),
  'folder.name': (me, { ownerId }) => (ownerId === me ? null : 'not_found'),
  'folder.share': (me, { ownerId }) => (ownerId === me ? null : 'not_found'),
  'picture.see': (_, { away }) => (away ? 'gone' : null),
  'photo.repeat': (me, { ownerId }) => (ownerId === me ? null : 'photo.exists'),
};

/**
 * What counts as posting: a member who is suspended from it does none of this. What was flagged may be mended, and what
 * nobody else sees be changed.
 */
const posting: { readonly [A in Action]?: (thing: Thing<A>, ...facts: With<A>) => boolean } = {
  'bike.publish': () => true,
  'bike.move': (bike, { to }) => to === 'Active' && !isThere(bike, to),
  'bike.replace': ({ status }) => status === 'Active',
  'bike.comment': () => true,
  'comment.edit': ({ status, text }, asked) => status !== 'Flagged' && asked.text !== text,
  'message.send': () => true,
  'profile.write': (_, { isEmpty }) => !isEmpty,
  'folder.name': ({ shared, name }, asked) => shared && asked.name !== name,
  'folder.share': () => true,
};

/** What visitors do who are not logged in. */
const forEverybody: ReadonlySet<Action> = new Set<Action>([
  ...(['bike.see', 'bike.seeFlagged', 'bike.view', 'comment.see', 'member.see', 'photo.see', 'picture.see'] as const),
]);

/** Why a viewer may not do something to a thing; null when they may. A thing that is not there is `not_found`. */
export function refusal<A extends Action>(
  action: A,
  viewer: Viewer,
  thing: Thing<A> | null,
  ...facts: With<A>
): ProblemCode | null {
  if (!viewer && !forEverybody.has(action)) return 'unauthenticated';
  if (!thing) return 'not_found';
  const rule: Rule<A> = rules[action];
  const refused = rule(viewer?.id ?? '', thing, ...facts);
  return refused ?? (viewer?.held && posting[action]?.(thing, ...facts) ? 'posting.held' : null);
}

/** Whether a viewer may do something to a thing. */
export const may = <A extends Action>(action: A, viewer: Viewer, thing: Thing<A> | null, ...facts: With<A>): boolean =>
  refusal(action, viewer, thing, ...facts) === null;

/** The thing, when the viewer may do that to it. @throws the refusal's code */
export function permitted<A extends Action, T extends Thing<A>>(
  action: A,
  viewer: Viewer,
  thing: T | null,
  ...facts: With<A>
): T {
  const code = refusal(action, viewer, thing, ...facts);
  if (code || !thing) throw new Problem(code ?? 'not_found');
  return thing;
}
