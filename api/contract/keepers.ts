import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';
import { BikeNote, BikeOrder, FolderText, SharedCovers } from './favorites.ts';
import { Id } from './id-schema.ts';
import { Person } from './people.ts';
import { defineProblems } from './problems.ts';

// Keepers of a list are members whom its owner has invited to fill it. The list stays in the owner's favorites.

const keeperProblems = defineProblems({
  'keeper.self': { status: 403, message: t`You own this list, so you keep it already.` },
  'keeper.refused': { status: 403, message: t`You can't invite this member.` },
  'keeper.too_many': { status: 409, remedy: 'later', message: t`A list can have up to 20 keepers. Remove one first.` },
  'keeper.too_many_lists': {
    status: 409,
    remedy: 'later',
    message: t`You can keep up to 50 lists of others. Leave one first.`,
  },
  'keeper.invitations': {
    status: 429,
    remedy: 'later',
    message: t`You have invited many keepers today. Invite more tomorrow.`,
  },
  'keeper.crowded': {
    status: 429,
    remedy: 'later',
    message: t`This member has many invitations at the moment. Try again another day.`,
  },
  'keeper.not_invited': { status: 403, message: t`This invitation has ended.` },
  'keeper.default': { status: 403, message: t`You can't hand over the folder Favorites. Use another folder.` },
  'keeper.none': { status: 403, message: t`You don't keep this list, or no longer do.` },
  'keeper.owners_bike': {
    status: 403,
    message: t`This bike belongs to the owner of the list. A list has no bikes of its owner.`,
  },
  'keeper.owner_blocked': {
    status: 403,
    remedy: 'later',
    message: t`This bike can't be in a list of this owner.`,
  },
  'keeper.favorites': {
    status: 409,
    remedy: 'later',
    message: t`The owner of this list keeps 5,000 favorites, which is the most. Nothing can be added.`,
  },
  'keeper.no_room': {
    status: 409,
    remedy: 'later',
    message: t`You can keep up to 5,000 favorites. Remove some first to take this list over.`,
  },
});
declare module './problems.ts' {
  interface FeatureProblems {
    keeper: typeof keeperProblems;
  }
}

/** Limits: keepers and pending invitations of a list, lists that a member keeps, and invitations that wait for a member. */
export const keeperLimits = { keepers: 20, lists: 50, waiting: 50 } as const;

/**
 * States of a member toward a list. `Invited`: has not answered; `Keeper`: fills it; `Offered`: a keeper to whom the
 * owner offers the list.
 */
const keeperStates = ['Invited', 'Keeper', 'Offered'] as const;
export type KeeperState = (typeof keeperStates)[number];
const Role = v.picklist(['Owner', ...keeperStates]);

export const Keeper = v.object({ ...Person.entries, state: v.picklist(keeperStates) });
export type Keeper = v.InferOutput<typeof Keeper>;

/** `role`: what the viewer is to the list. `keepers`: the owner sees invited ones as well. */
export const Keeping = v.object({ role: v.nullable(Role), keepers: v.array(Keeper) });
export type Keeping = v.InferOutput<typeof Keeping>;

/** A list of another member that the viewer keeps, or is invited to keep. */
export const KeptList = v.object({ ...SharedCovers.entries, owner: Person, state: v.picklist(keeperStates) });
export type KeptList = v.InferOutput<typeof KeptList>;

/** The lists that the member keeps and those they are invited to keep, latest first. */
export const listKeptLists = endpoint('GET', '/user/kept-lists', {
  reply: v.array(KeptList),
  private: true,
  programs: true,
});
/** The keepers of a list, and what the viewer is to it. */
export const getKeeping = endpoint('GET', '/favorites/:shareId/keepers', { reply: Keeping, private: true });
/** Invites a member to keep a list. */
export const inviteKeeper = endpoint('PUT', '/favorites/:shareId/keepers/:userId', { reply: v.null(), private: true });
/** Removes a keeper, or withdraws an invitation. */
export const removeKeeper = endpoint('DELETE', '/favorites/:shareId/keepers/:userId', {
  reply: v.null(),
  private: true,
});
/** Accepts an invitation. */
export const acceptKeeping = endpoint('PUT', '/favorites/:shareId/keeping', { reply: v.null(), private: true });
/** Leaves a list, or declines an invitation. */
export const leaveKeeping = endpoint('DELETE', '/favorites/:shareId/keeping', { reply: v.null(), private: true });

/** Offers a list to one of its keepers. Another offer replaces it. */
export const offerList = endpoint('PUT', '/favorites/:shareId/offer', {
  body: v.object({ userId: Id }),
  reply: v.null(),
  private: true,
});
/** The owner withdraws the offer, or the keeper declines it. */
export const endOffer = endpoint('DELETE', '/favorites/:shareId/offer', { reply: v.null(), private: true });
/**
 * Takes over a list that is offered to the viewer. `leftOut`: number of the viewer's own bikes in it, which are no
 * favorites of theirs.
 */
export const takeOverList = endpoint('PUT', '/favorites/:shareId/owner', {
  reply: v.object({ leftOut: v.number() }),
  private: true,
});

/** Adds a bike to a list of another member. */
export const addToList = endpoint('PUT', '/favorites/:shareId/bikes/:bikeId', { reply: v.null(), private: true });
export const removeFromList = endpoint('DELETE', '/favorites/:shareId/bikes/:bikeId', {
  reply: v.null(),
  private: true,
});
export const noteInList = endpoint('PUT', '/favorites/:shareId/bikes/:bikeId/note', {
  body: BikeNote,
  reply: v.null(),
  private: true,
});
export const orderList = endpoint('PUT', '/favorites/:shareId/bikes', {
  body: BikeOrder,
  reply: v.null(),
  private: true,
});
export const describeList = endpoint('PUT', '/favorites/:shareId/text', {
  body: FolderText,
  reply: v.null(),
  private: true,
});
