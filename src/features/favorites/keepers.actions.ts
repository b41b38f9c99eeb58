import type { BikeCard } from '#contract/bikes.ts';
import type { FolderBike } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { endOffer, inviteKeeper, offerList, removeKeeper, takeOverList } from '#contract/keepers.ts';
import type { Person } from '#contract/people.ts';
import { mutate, mutateWithUndo } from '#src/actions/mutate.ts';
import { runAction } from '#src/actions/run-action.ts';
import { bikeSubject } from '#src/actions/subjects.ts';
import type { Undo } from '#src/outbox/undo.ts';
import * as mutations from './keepers.mutations.ts';
import type { NamedList } from './list-likes.mutations.ts';

const placing = (card: BikeCard, list: NamedList, { id, username, avatar }: Person) => ({
  bike: bikeSubject(card),
  card,
  list,
  by: { id, username, avatar },
});

/** Adds a bike to a kept list or removes it. */
export const setInList = (card: BikeCard, list: NamedList, by: Person, on: boolean): Promise<void> =>
  mutate(on ? mutations.addToListMutation : mutations.removeFromListMutation, placing(card, list, by), by.id);

/** Removes a bike from a kept list. Returns the undo, as long as one is possible. */
export const removeWithUndo = (card: FolderBike, list: NamedList, by: Person): Promise<Undo | null> =>
  mutateWithUndo(mutations.removeFromListMutation, placing(card, list, by), by.id);

/** Writes a note on a bike of a kept list; empty removes it. */
export const noteOnKept = (card: BikeCard, list: NamedList, userId: Id, note: string): Promise<void> =>
  mutate(mutations.noteInListMutation, { bike: bikeSubject(card), list, note }, userId);

export const sortList = (list: NamedList, userId: Id, order: Id[]): Promise<void> =>
  mutate(mutations.orderListMutation, { list, order }, userId);

/** Writes what a kept list is about; empty removes it. */
export const describeKept = (list: NamedList, userId: Id, text: string): Promise<void> =>
  mutate(mutations.describeListMutation, { list, text }, userId);

/** Accepts an invitation to keep a list. */
export const accept = (list: NamedList, userId: Id): Promise<void> =>
  mutate(mutations.acceptKeepingMutation, list, userId);

/** Leaves a list, or declines an invitation. Returns the undo, as long as one is possible. */
export const leave = (list: NamedList, userId: Id): Promise<Undo | null> =>
  mutateWithUndo(mutations.leaveKeepingMutation, list, userId);

// The following need the server's answer, so they are not queued.

/** Invites a member to keep an own list. @throws ApiFailure */
export const invite = (as: Id, shareId: string, userId: Id): Promise<unknown> =>
  runAction(inviteKeeper, { as, params: { shareId, userId } });
/** Removes a keeper, or withdraws an invitation. @throws ApiFailure */
export const remove = (as: Id, shareId: string, userId: Id): Promise<unknown> =>
  runAction(removeKeeper, { as, params: { shareId, userId } });
/** Offers a list to a keeper. @throws ApiFailure */
export const offer = (as: Id, shareId: string, userId: Id): Promise<unknown> =>
  runAction(offerList, { as, params: { shareId }, body: { userId } });
/** Withdraws or declines an offer. @throws ApiFailure */
export const declineOffer = (as: Id, shareId: string): Promise<unknown> =>
  runAction(endOffer, { as, params: { shareId } });
/** Takes a list over. Returns how many of the member's own bikes are left out. @throws ApiFailure */
export const takeOver = async (as: Id, shareId: string): Promise<number> =>
  (await runAction(takeOverList, { as, params: { shareId } })).leftOut;
