import type { BikeStatus } from './bike-options.ts';
import { type Comment, editHours } from './comments.ts';
import { Problem, type ProblemCode } from './problems.ts';

/** Who asks: a member, or null for a visitor who is not logged in. */
export type Viewer = { id: string } | null;

type SomeBike = { owner: { id: string }; status: BikeStatus };
/** `away`: with its owner. `restorableUntil`: ISO 8601, UTC; null of what cannot be restored. */
type StandingBike = SomeBike & { away: boolean; restorableUntil: string | null };
type SomeComment = Pick<Comment, 'bikeId' | 'status' | 'text' | 'addedAt'> & { author: { id: string } };

/** What can be done: to which thing, and what else the rule has to know. */
type Actions = {
  'bike.see': { thing: SomeBike };
  /** Its owner reads all of it, to change it. */
  'bike.edit': { thing: SomeBike };
  /** A flagged one, by whoever was told that and wants to. */
  'bike.seeFlagged': { thing: SomeBike };
  /** Its owner, in whatever state it is. `at`: milliseconds since the epoch, by the server's clock. */
  'bike.keep': { thing: StandingBike; with: { at: number } };
  /** Its owner publishes, unpublishes, deletes or restores it; `from`: what it was when they decided. */
  'bike.move': { thing: StandingBike; with: { from: BikeStatus | null; to: BikeStatus; at: number } };
  /** A moderator flags, removes or restores it. */
  'bike.moderate': { thing: StandingBike; with: { to: BikeStatus } };
  'bike.replace': { thing: SomeBike };
  'bike.like': { thing: SomeBike };
  'bike.unlike': { thing: SomeBike };
  'bike.favorite': { thing: SomeBike };
  'bike.unfavorite': { thing: SomeBike };
  /** A look that counts. */
  'bike.view': { thing: SomeBike };
  'bike.comment': { thing: SomeBike };
  /** A comment whose id is there already. */
  'comment.repeat': { thing: SomeComment; with: { bikeId: string } };
  /** `at`: milliseconds since the epoch, by the server's clock. */
  'comment.edit': { thing: SomeComment; with: { at: number; text?: string } };
  /** Its author takes a comment away. */
  'comment.delete': { thing: SomeComment };
  /** The owner of its bike takes a comment away. */
  'comment.remove': { thing: SomeComment; with: { bike: SomeBike | null } };
  /** `shown` by a bike that others see; `kept` by these otherwise; `used` by any that ever was. */
  'photo.see': { thing: { shown: boolean; kept: readonly BikeStatus[]; used: boolean; ownerId: string } };
  /** A photo whose id is there already. */
  'photo.repeat': { thing: { ownerId: string } };
};
export type Action = keyof Actions;
type Thing<A extends Action> = Actions[A]['thing'];
type With<A extends Action> = Actions[A] extends { with: infer W } ? [facts: W] : [];
type Rule<A extends Action> = (me: string, thing: Thing<A>, ...facts: With<A>) => ProblemCode | null;

const hour = 3_600_000;

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
  'bike.seeFlagged': (_, bike) => (bike.status === 'Flagged' ? null : hidden(bike)),
  'bike.keep': (me, bike, { at }) => {
    if (bike.owner.id !== me) return hidden(bike) ?? 'forbidden';
    return statusesForOwner.includes(bike.status) || isRestorable(bike, at) ? null : 'gone';
  },
  'bike.move': (me, bike, { from, to, at }) => {
    if (bike.owner.id !== me) return 'forbidden';
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
  'bike.replace': (me, { owner, status }) => {
    if (owner.id !== me) return 'bike.exists';
    if (statusesToChange.includes(status)) return null;
    return status === 'Removed' ? 'bike.status' : 'gone';
  },
  'bike.like': (me, bike) => hidden(bike) ?? (bike.owner.id === me ? 'like.own' : null),
  'bike.unlike': (_, bike) => hidden(bike),
  'bike.favorite': (me, bike) => hidden(bike) ?? (bike.owner.id === me ? 'favorite.own' : null),
  // Somebody's own folders can be tidied whatever has become of what is in them.
  'bike.unfavorite': () => null,
  'bike.view': (me, bike) => hidden(bike) ?? (bike.owner.id === me ? 'forbidden' : null),
  'bike.comment': (_, bike) => hidden(bike),
  'comment.repeat': (me, { author, bikeId }, asked) =>
    author.id === me && bikeId === asked.bikeId ? null : 'comment.exists',
  'comment.edit': (me, { author, status, text, addedAt }, asked) => {
    if (status !== 'Active') return 'not_found';
    if (author.id !== me) return 'forbidden';
    // What stands there already may come again however late.
    if (asked.text === text) return null;
    return asked.at - Date.parse(addedAt) > editHours * hour ? 'comment.too_late' : null;
  },
  'comment.delete': (me, { author }) => (author.id === me ? null : 'forbidden'),
  'comment.remove': (me, _, { bike }) => {
    if (!bike) return 'not_found';
    return hidden(bike) ?? (bike.owner.id === me ? null : 'forbidden');
  },
  'photo.see': (me, { shown, kept, used, ownerId }) => {
    if (shown || (kept.length > 0 && ownerId === me)) return null;
    // Of a draft nobody is told that it is there.
    return used && !kept.includes('Draft') ? 'gone' : 'not_found';
  },
  'photo.repeat': (me, { ownerId }) => (ownerId === me ? null : 'photo.exists'),
};

/** What visitors do who are not logged in. */
const forEverybody: ReadonlySet<Action> = new Set<Action>(['bike.see', 'bike.seeFlagged', 'bike.view', 'photo.see']);

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
  return rule(viewer?.id ?? '', thing, ...facts);
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
