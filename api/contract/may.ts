import type { BikeStatus } from './bike-options.ts';
import { type Comment, type CommentStatus, editHours, type Marking } from './comments.ts';
import { type Message, unsendMinutes } from './conversations.ts';
import type { KeeperState } from './keepers.ts';
import type { ProblemCode } from './problems.ts';
import { Problem } from './problems.ts';

/**
 * The member who asks; null for a visitor without a log-in. `postingSuspended`: until a moderator has reviewed their
 * flagged items.
 */
export type Viewer = { id: string; postingSuspended?: boolean } | null;

/** `blocked`: the owner has blocked the viewer, or the viewer the owner. */
type SomeBike = { owner: { id: string }; status: BikeStatus; blocked?: boolean; commentsClosed?: boolean | undefined };
/** `away`: the owner has left. `restorableUntil`: ISO 8601, UTC; null when it cannot be restored. */
type RestorableBike = SomeBike & { away: boolean; restorableUntil: string | null };
type SomeComment = Pick<Comment, 'bikeId' | 'status' | 'text' | 'addedAt' | 'removedBy'> & { author: { id: string } };
/** Another member, as seen by a member. */
type SomeMember = { id: string };
/** The recipient of a message. `known`: a conversation exists; `takes` and `mayStart` apply to starting one. */
type Correspondent = SomeMember & {
  here: boolean;
  known: boolean;
  blockers: readonly string[];
  takes: boolean;
  mayStart: boolean;
};
/** A shared folder. `keeping`: what the viewer is to it besides its owner; null if nothing. */
type SomeList = { ownerId: string; keeping: KeeperState | null };
type SomeMessage = { authorId: string; unsent: boolean; removed?: boolean; at: Date | Message['at'] };

/** Actions, each with its target and what else the rule needs. */
type Actions = {
  'bike.see': { thing: SomeBike };
  /** The owner reads all of it for editing. */
  'bike.edit': { thing: SomeBike };
  /** The owner edits an unpublished draft. `publishedAt`: null until it is published. */
  'bike.draft': { thing: SomeBike & { publishedAt: string | null } };
  /** A viewer chooses to see a flagged bike. */
  'bike.seeFlagged': { thing: SomeBike };
  /** The owner reads it in any status. `at`: milliseconds since the epoch, by the server's clock. */
  'bike.keep': { thing: RestorableBike; with: { at: number } };
  /** The owner publishes, unpublishes, deletes or restores it. `from`: its status when they decided. */
  'bike.move': { thing: RestorableBike; with: { from: BikeStatus | null; to: BikeStatus; at: number } };
  /** A moderator flags, removes or restores it. */
  'bike.moderate': { thing: RestorableBike; with: { to: BikeStatus } };
  'bike.replace': { thing: SomeBike };
  /** The owner posts or edits an update. `publishedAt`: null until the bike is published. `deleted`: the update was. */
  'bike.update': { thing: SomeBike & { publishedAt: string | null }; with: { deleted: boolean } };
  /** `has`: whether the bike has the update. */
  'update.like': { thing: SomeBike; with: { has: boolean } };
  'update.unlike': { thing: SomeBike };
  /** The owner makes a bike public. */
  'bike.publish': { thing: Pick<SomeBike, 'owner'> };
  'bike.like': { thing: SomeBike };
  'bike.unlike': { thing: SomeBike };
  'bike.favorite': { thing: SomeBike };
  'bike.follow': { thing: SomeBike };
  'bike.unfavorite': { thing: SomeBike };
  /** A view that is counted. */
  'bike.view': { thing: SomeBike };
  'bike.comment': { thing: SomeBike };
  /** The owner closes or opens the comments. */
  'bike.closeComments': { thing: SomeBike };
  'bike.flag': { thing: SomeBike };
  /** A viewer reads its text, also when it is flagged and they choose to. */
  'comment.see': { thing: SomeComment; with: { bike: SomeBike | null } };
  'comment.flag': { thing: SomeComment; with: { bike: SomeBike | null } };
  'comment.moderate': { thing: SomeComment; with: { to: CommentStatus } };
  /** A comment is sent whose id exists already. */
  'comment.repeat': { thing: SomeComment; with: { bikeId: string } };
  'comment.edit': { thing: SomeComment; with: { at: number; text?: string } };
  /** The author deletes it. */
  'comment.delete': { thing: SomeComment };
  /** The owner of the bike removes it. */
  'comment.remove': { thing: SomeComment; with: { bike: SomeBike | null } };
  /** The owner of the bike marks it, or takes the mark away. */
  'comment.mark': { thing: SomeComment; with: Marking & { bike: SomeBike | null } };
  'message.send': { thing: Correspondent };
  /** A message is sent whose id exists already. */
  'message.repeat': {
    thing: Pick<SomeMessage, 'authorId'> & { conversationId: string };
    with: { conversationId: string };
  };
  /** `members`: the two members of the conversation. */
  'message.see': { thing: { members: readonly string[] } };
  /** The author unsends it for both. `at`: milliseconds since the epoch, by the server's clock. */
  'message.unsend': { thing: SomeMessage & { members: readonly string[] }; with: { at: number } };
  /** A member of the conversation flags the other's message. `by`: the author that the flag names. */
  'message.flag': { thing: SomeMessage & { members: readonly string[] }; with: { by: string } };
  /** A moderator removes or restores it for both. */
  'message.moderate': { thing: SomeMessage };
  /** The moderator's reason for the removal, shown to the author only. */
  'message.readReason': { thing: Pick<SomeMessage, 'authorId'> };
  /** Anybody opens a member's page. `away`: the member has left, or the account was closed. */
  'member.see': { thing: { away: boolean } };
  /** `from`: since or from when the member may invite people, in milliseconds; null: only operators may. */
  'invitation.create': { thing: { from: number | null }; with: { at: number } };
  'invitation.revoke': { thing: { ownerId: string }; with: { operator: boolean } };
  /** A member reads their messaging eligibility towards another. */
  'member.meet': { thing: SomeMember };
  'member.block': { thing: SomeMember };
  /** `blocked`: one of them has blocked the other. */
  'member.follow': { thing: SomeMember & { blocked: boolean } };
  'member.flag': { thing: SomeMember };
  /** A member changes a username. */
  'member.rename': { thing: SomeMember };
  /**
   * `shown`: a visible bike uses it; `usedByStatuses`: statuses of the other bikes that use it; `used`: a bike uses it
   * or has used it.
   */
  'photo.see': { thing: { shown: boolean; usedByStatuses: readonly BikeStatus[]; used: boolean; ownerId: string } };
  /** A member changes their own text or pictures. `isEmpty`: the field is cleared. */
  'profile.write': { thing: SomeMember; with: { isEmpty: boolean } };
  /** A member names a folder. `shared`: others can see it. */
  'folder.name': { thing: { ownerId: string; name: string; shared: boolean }; with: { name: string } };
  /** `removed`: moderators have removed the folder's words, and its member has not changed them since. */
  'folder.share': { thing: { ownerId: string; removed: boolean }; with: { listed: boolean } };
  /**
   * A member writes the text of a folder, or a note on a bike in it. `shared`: others can see it; `isKeeper`: the member
   * keeps it with its owner.
   */
  'folder.write': {
    thing: { ownerId: string; text: string; shared: boolean; isKeeper?: boolean };
    with: { text: string };
  };
  /** `blocked`: there is a block between the viewer and the owner of the shared folder. */
  'list.like': { thing: { ownerId: string; blocked: boolean } };
  'list.unlike': { thing: { ownerId: string } };
  'list.flag': { thing: { ownerId: string } };
  /** `changed`: its owner has written other words since the last decision to remove them. */
  'list.moderate': { thing: { changed: boolean }; with: { to: 'Removed' | 'Active' } };
  /** The owner or a keeper removes bikes from a shared folder and orders them. */
  'list.keep': { thing: SomeList };
  /**
   * The owner or a keeper adds a bike. Its `blocked`: there is a block between the list's owner and the bike's; the other
   * one: between the viewer and the bike's owner.
   */
  'list.add': { thing: SomeList; with: { bike: SomeBike | null; blocked: boolean } };
  /** The owner or a keeper writes a note on a bike. `blocked`: there is a block between the viewer and the bike's owner. */
  'list.note': { thing: SomeList; with: { blocked: boolean; note: string } };
  /** The owner invites and removes keepers, and offers the list to one. */
  'list.manage': { thing: SomeList };
  /** The owner invites a member. `blocked`: one of them has blocked the other. */
  'list.invite': { thing: SomeList; with: { member: SomeMember | null; blocked: boolean } };
  /** An invited member accepts. */
  'list.accept': { thing: SomeList };
  /** The keeper to whom the owner offers a list takes it over. */
  'list.takeOver': { thing: SomeList };
  /** A member's avatar or banner. `away`: the account is deleted. */
  'picture.see': { thing: { away: boolean } };
  /** A photo is sent whose id exists already. */
  'photo.repeat': { thing: { ownerId: string } };
};
export type Action = keyof Actions;
type Thing<A extends Action> = Actions[A]['thing'];
type With<A extends Action> = Actions[A] extends { with: infer W } ? [facts: W] : [];
type Rule<A extends Action> = (me: string, thing: Thing<A>, ...context: With<A>) => ProblemCode | null;

const minute = 60_000;
const hour = 60 * minute;

/** Statuses in which the owner still has the bike. */
export const statusesForOwner: readonly BikeStatus[] = ['Active', 'Draft', 'Flagged', 'Removed'];
/** Statuses in which the owner can edit the bike. */
export const statusesToChange: readonly BikeStatus[] = ['Active', 'Draft', 'Flagged'];
/** Statuses in which only the owner sees a bike's photos. */
export const statusesWithheld: readonly BikeStatus[] = ['Deleted', 'Draft', 'Removed'];

const hiddenCodes: Record<BikeStatus, ProblemCode | null> = {
  Active: null,
  Draft: 'not_found',
  Flagged: 'bike.flagged',
  Removed: 'gone',
  Deleted: 'not_found',
};
const hidden = ({ status }: SomeBike): ProblemCode | null => hiddenCodes[status];
const blockedCode = ({ blocked }: SomeBike): ProblemCode | null => (blocked ? 'block.between' : null);

type Transitions = Record<BikeStatus, readonly BikeStatus[]>;
/** Status transitions for owners. */
const ownerTransitions: Transitions = {
  Draft: ['Active', 'Deleted'],
  Active: ['Draft', 'Deleted'],
  Flagged: ['Deleted'],
  Removed: ['Deleted'],
  Deleted: ['Draft', 'Deleted'],
};
/**
 * Status transitions for moderators. A bike that the owner deleted stays deleted. Repeating a transition is allowed.
 */
const moderatorTransitions: Transitions = {
  Draft: ['Active', 'Removed'],
  Active: ['Active', 'Flagged', 'Removed'],
  Flagged: ['Active', 'Flagged', 'Removed'],
  Removed: ['Active', 'Removed'],
  Deleted: [],
};

const unavailableCodes: Record<CommentStatus, ProblemCode | null> = {
  Active: null,
  Flagged: null,
  Deleted: 'not_found',
  Removed: 'gone',
};

const isRestorable = ({ away, status, restorableUntil }: RestorableBike, at: number): boolean =>
  !away && status === 'Deleted' && restorableUntil !== null && at <= Date.parse(restorableUntil);

/**
 * Whether a bike already has the target status. A flagged bike counts as Active: it leaves its draft flagged, as it
 * was.
 */
const hasStatus = ({ status, away }: RestorableBike, to: BikeStatus): boolean =>
  !away && (status === to || (to === 'Active' && status === 'Flagged'));

/** The owner of a shared folder and its keepers fill it. */
const isKeptBy = (me: string, { ownerId, keeping }: SomeList): ProblemCode | null =>
  ownerId === me || keeping === 'Keeper' || keeping === 'Offered' ? null : 'keeper.none';

/** The only place that decides who may do what, and how others are refused. */
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
    if (to === 'Deleted' || hasStatus(bike, to)) return null;
    if (bike.away || (bike.status === 'Deleted' && !isRestorable(bike, at))) return 'gone';
    if (!ownerTransitions[bike.status].includes(to)) return 'bike.status';
    return from === bike.status ? null : 'bike.changed';
  },
  'bike.moderate': (_, { status, away }, { to }) => {
    // A bike whose owner has left returns with them, but as removed if a moderator decided so meanwhile.
    if (away) return to === 'Removed' ? null : 'moderation.state';
    return moderatorTransitions[status].includes(to) ? null : 'moderation.state';
  },
  'bike.replace': (me, bike) => {
    if (bike.owner.id !== me) return hidden(bike) ?? 'bike.exists';
    if (statusesToChange.includes(bike.status)) return null;
    return bike.status === 'Removed' ? 'bike.status' : 'gone';
  },
  'bike.update': (me, bike, { deleted }) => {
    if (bike.owner.id !== me) return hidden(bike) ?? 'forbidden';
    if (bike.status === 'Deleted' || deleted) return 'gone';
    return statusesToChange.includes(bike.status) && bike.publishedAt !== null ? null : 'bike.status';
  },
  'update.like': (me, bike, { has }) =>
    hidden(bike) ?? (has ? null : 'update.gone') ?? (bike.owner.id === me ? 'update.own' : blockedCode(bike)),
  'update.unlike': (_, bike) => hidden(bike),
  'bike.publish': (me, { owner }) => (owner.id === me ? null : 'forbidden'),
  'bike.like': (me, bike) => hidden(bike) ?? (bike.owner.id === me ? 'like.own' : blockedCode(bike)),
  'bike.unlike': (_, bike) => hidden(bike),
  'bike.favorite': (me, bike) => hidden(bike) ?? (bike.owner.id === me ? 'favorite.own' : blockedCode(bike)),
  'bike.follow': (me, bike) => hidden(bike) ?? (bike.owner.id === me ? 'follow.own' : blockedCode(bike)),
  // Members can tidy their own folders whatever the status of the bikes in them.
  'bike.unfavorite': () => null,
  'bike.view': (me, bike) => hidden(bike) ?? (bike.owner.id === me ? 'forbidden' : null),
  'bike.comment': (_, bike) => hidden(bike) ?? (bike.commentsClosed ? 'comments.closed' : blockedCode(bike)),
  'bike.closeComments': (me, bike) => {
    if (bike.owner.id !== me) return hidden(bike) ?? 'forbidden';
    return statusesToChange.includes(bike.status) ? null : 'gone';
  },
  // A bike that others have flagged meanwhile can still be flagged.
  'bike.flag': (me, bike) =>
    (bike.status === 'Flagged' ? null : hidden(bike)) ?? (bike.owner.id === me ? 'flag.own' : null),
  'comment.see': (_, { status }, { bike }) => (bike ? hidden(bike) : 'not_found') ?? unavailableCodes[status],
  'comment.flag': (me, { author, status }, { bike }) =>
    (bike ? hidden(bike) : 'not_found') ?? unavailableCodes[status] ?? (author.id === me ? 'flag.own' : null),
  'comment.moderate': (_, { status, removedBy }, { to }) => {
    // The author's deletion and the bike owner's removal are not the moderator's to revert.
    const settled = status === 'Deleted' || (status === 'Removed' && removedBy === 'owner' && to !== 'Removed');
    return settled || (status === 'Removed' && to === 'Flagged') ? 'moderation.state' : null;
  },
  'comment.repeat': (me, { author, bikeId }, asked) =>
    author.id === me && bikeId === asked.bikeId ? null : 'comment.exists',
  'comment.edit': (me, { author, status, text, addedAt }, asked) => {
    if (unavailableCodes[status]) return 'not_found';
    if (author.id !== me) return 'forbidden';
    // An unchanged text may be sent again at any time. A flagged comment may be corrected at any time.
    if (asked.text === text || status === 'Flagged') return null;
    return asked.at - Date.parse(addedAt) > editHours * hour ? 'comment.too_late' : null;
  },
  'comment.delete': (me, { author }) => (author.id === me ? null : 'forbidden'),
  'comment.remove': (me, _, { bike }) => {
    if (!bike) return 'not_found';
    return hidden(bike) ?? (bike.owner.id === me ? null : 'forbidden');
  },
  'comment.mark': (me, { author, status }, { mark, on, bike }) => {
    if (!bike) return 'not_found';
    const refused = hidden(bike) ?? (bike.owner.id === me ? null : 'forbidden');
    if (refused || !on) return refused;
    // Questions are those of others.
    return unavailableCodes[status] ?? (mark === 'Answered' && author.id === me ? 'forbidden' : null);
  },
  'message.send': (me, { id, here, known, blockers, takes, mayStart }) => {
    if (id === me) return 'message.self';
    if (!here) return known ? 'message.left' : 'not_found';
    if (blockers.length > 0) return blockers.includes(me) ? 'message.blocked' : 'message.refused';
    // Newcomers may reply.
    if (known) return null;
    if (!takes) return 'message.refused';
    return mayStart ? null : 'message.newcomer';
  },
  'message.repeat': (me, { authorId, conversationId }, asked) =>
    authorId === me && conversationId === asked.conversationId ? null : 'message.exists',
  // Others must not learn that the conversation exists.
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
  // A message that its author has unsent is gone for moderators, too.
  'message.moderate': (_, { unsent }) => (unsent ? 'moderation.state' : null),
  'message.readReason': (me, { authorId }) => (authorId === me ? null : 'forbidden'),
  'member.see': (_, { away }) => (away ? 'gone' : null),
  'invitation.create': (_, { from }, { at }) => {
    if (from === null) return 'invitation.never';
    return from > at ? 'invitation.young' : null;
  },
  'invitation.revoke': (me, { ownerId }, { operator }) => (operator || ownerId === me ? null : 'not_found'),
  'member.meet': (me, { id }) => (id === me ? 'message.self' : null),
  'member.block': (me, { id }) => (id === me ? 'block.self' : null),
  'member.follow': (me, { id, blocked }) => (id === me ? 'follow.own' : blocked ? 'follow.blocked' : null),
  'member.flag': (me, { id }) => (id === me ? 'flag.own' : null),
  'member.rename': (me, { id }) => (id === me ? null : 'forbidden'),
  'photo.see': (me, { shown, usedByStatuses, used, ownerId }) => {
    const isOnNoBikeYet = !used && usedByStatuses.length === 0;
    if (shown || (ownerId === me && (isOnNoBikeYet || usedByStatuses.length > 0))) return null;
    // Others must not learn that a draft exists.
    return used && !usedByStatuses.includes('Draft') ? 'gone' : 'not_found';
  },
  'profile.write': (me, { id }) => (id === me ? null : 'forbidden'),
  'folder.name': (me, { ownerId }) => (ownerId === me ? null : 'not_found'),
  'folder.share': (me, { ownerId, removed }, { listed }) =>
    ownerId !== me ? 'not_found' : removed && listed ? 'list.removed' : null,
  'folder.write': (me, { ownerId, isKeeper }) => (ownerId === me || isKeeper ? null : 'not_found'),
  'list.like': (me, { ownerId, blocked }) => (ownerId === me ? 'list.own' : blocked ? 'block.between' : null),
  'list.unlike': () => null,
  'list.flag': (me, { ownerId }) => (ownerId === me ? 'flag.own' : null),
  'list.moderate': (_, { changed }, { to }) => (changed && to === 'Active' ? 'moderation.state' : null),
  'list.keep': isKeptBy,
  'list.note': (me, list, { blocked, note }) => isKeptBy(me, list) ?? (blocked && note ? 'block.between' : null),
  'list.add': (me, list, { bike, blocked }) => {
    const refused = isKeptBy(me, list);
    if (refused) return refused;
    if (!bike) return 'not_found';
    if (list.ownerId === bike.owner.id) return hidden(bike) ?? 'keeper.owners_bike';
    return hidden(bike) ?? (blocked ? 'block.between' : bike.blocked ? 'keeper.owner_blocked' : null);
  },
  'list.manage': (me, { ownerId }) => (ownerId === me ? null : 'not_found'),
  'list.invite': (me, { ownerId }, { member, blocked }) => {
    if (ownerId !== me) return 'not_found';
    if (!member) return 'not_found';
    if (member.id === me) return 'keeper.self';
    return blocked ? 'keeper.refused' : null;
  },
  'list.accept': (_, { keeping }) => (keeping ? null : 'keeper.not_invited'),
  'list.takeOver': (me, { ownerId, keeping }) =>
    ownerId === me || keeping === 'Offered' ? null : 'keeper.not_invited',
  'picture.see': (_, { away }) => (away ? 'gone' : null),
  'photo.repeat': (me, { ownerId }) => (ownerId === me ? null : 'photo.exists'),
};

/**
 * Actions that count as posting, which a member with suspended posting cannot do. Correcting flagged content and
 * editing private content stay allowed.
 */
const countsAsPosting: { readonly [A in Action]?: (thing: Thing<A>, ...context: With<A>) => boolean } = {
  'bike.publish': () => true,
  'bike.move': (bike, { to }) => to === 'Active' && !hasStatus(bike, to),
  'bike.replace': ({ status }) => status === 'Active',
  'bike.update': ({ status }) => status === 'Active',
  'bike.comment': () => true,
  'comment.edit': ({ status, text }, asked) => status !== 'Flagged' && asked.text !== text,
  'member.rename': () => true,
  'message.send': () => true,
  'profile.write': (_, { isEmpty }) => !isEmpty,
  'folder.name': ({ shared, name }, asked) => shared && asked.name !== name,
  'folder.share': () => true,
  'folder.write': ({ shared, text }, asked) => shared && asked.text !== '' && asked.text !== text,
  'invitation.create': () => true,
  'list.invite': () => true,
  'list.takeOver': () => true,
};

/** Actions open to visitors without a log-in. */
const publicActions: ReadonlySet<Action> = new Set<Action>([
  'bike.see',
  'bike.seeFlagged',
  'bike.view',
  'comment.see',
  'member.see',
  'photo.see',
  'picture.see',
]);

/** Returns why a viewer may not do something; null when they may. A missing target is `not_found`. */
export function refusal<A extends Action>(
  action: A,
  viewer: Viewer,
  thing: Thing<A> | null,
  ...context: With<A>
): ProblemCode | null {
  if (!viewer && !publicActions.has(action)) return 'unauthenticated';
  if (!thing) return 'not_found';
  const rule: Rule<A> = rules[action];
  const refused = rule(viewer?.id ?? '', thing, ...context);
  return refused ?? (viewer?.postingSuspended && countsAsPosting[action]?.(thing, ...context) ? 'posting.held' : null);
}

export const may = <A extends Action>(
  action: A,
  viewer: Viewer,
  thing: Thing<A> | null,
  ...context: With<A>
): boolean => refusal(action, viewer, thing, ...context) === null;

/** Returns the target when the viewer may do that. @throws Problem with the refusal's code */
export function permitted<A extends Action, T extends Thing<A>>(
  action: A,
  viewer: Viewer,
  thing: T | null,
  ...context: With<A>
): T {
  const code = refusal(action, viewer, thing, ...context);
  if (code || !thing) throw new Problem(code ?? 'not_found', { isHidden: thing !== null && code === 'not_found' });
  return thing;
}
