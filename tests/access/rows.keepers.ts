import { addFavorite, putFolder, shareFolder } from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import {
  acceptKeeping,
  addToList,
  describeList,
  endOffer,
  getKeeping,
  inviteKeeper,
  leaveKeeping,
  listKeptLists,
  noteInList,
  offerList,
  orderList,
  removeFromList,
  removeKeeper,
  takeOverList,
} from '#contract/keepers.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const idOf = async (stage: Stage, name: string): Promise<Id> =>
  String((await stage.app.db.collection('users').findOne({ username: name }))?._id);

/** A folder that the owner shares; Tessa keeps it. The parameter also holds a strange bike of it. */
async function keptList(stage: Stage): Promise<string> {
  const { owner } = stage.callers;
  const folderId = newId();
  await owner.call(putFolder, { params: { folderId }, body: { name: `Folder ${folderId}` } });
  const { id: bikeId } = await strangeBike(stage.app.db, 'Straggler');
  await owner.call(addFavorite, { params: { folderId, bikeId } });
  const { answer } = await owner.call(shareFolder, { params: { folderId }, query: {} });
  const shareId = answer.data?.shareId ?? '';
  const userId = await idOf(stage, 'tessa');
  await owner.call(inviteKeeper, { params: { shareId, userId }, headers: stage.network() });
  await stage.third.call(acceptKeeping, { params: { shareId }, headers: stage.network() });
  return `${shareId} ${bikeId} ${userId}`;
}
const partsOf = (thing: string) => {
  const [shareId = '', bikeId = '', userId = ''] = thing.split(' ');
  return { shareId, bikeId, userId };
};
const listOf = (thing: string) => ({ params: { shareId: partsOf(thing).shareId } });
const bikeOf = (thing: string) => {
  const { shareId, bikeId } = partsOf(thing);
  return { params: { shareId, bikeId } };
};
const keeperOf = (thing: string) => {
  const { shareId, userId } = partsOf(thing);
  return { params: { shareId, userId } };
};
const ownerAlone = members('404 not_found', '200');
const keepersAlone = members('403 keeper.none', '200');

/** Calls about keepers of a list, by its owner and by members who do not keep it. */
export const keeperRows: Row[] = [
  {
    call: listKeptLists,
    prepare: keptList,
    by: (asks, _, how) => asks.call(listKeptLists, how),
    expected: members('200'),
  },
  {
    call: getKeeping,
    prepare: keptList,
    by: (asks, thing, how) => asks.call(getKeeping, { ...listOf(thing), ...how }),
    expected: members('200'),
  },
  {
    call: inviteKeeper,
    prepare: async (stage) =>
      `${(await keptList(stage)).split(' ').slice(0, 2).join(' ')} ${await idOf(stage, 'fred')}`,
    by: (asks, thing, how) => asks.call(inviteKeeper, { ...keeperOf(thing), ...how }),
    expected: ownerAlone,
    isPosting: true,
  },
  {
    call: removeKeeper,
    prepare: keptList,
    by: (asks, thing, how) => asks.call(removeKeeper, { ...keeperOf(thing), ...how }),
    expected: ownerAlone,
  },
  {
    call: acceptKeeping,
    when: 'without an invitation',
    prepare: keptList,
    by: (asks, thing, how) => asks.call(acceptKeeping, { ...listOf(thing), ...how }),
    expected: members('403 keeper.not_invited'),
  },
  {
    call: leaveKeeping,
    when: 'by who does not keep it',
    prepare: keptList,
    by: (asks, thing, how) => asks.call(leaveKeeping, { ...listOf(thing), ...how }),
    expected: members('200'),
  },
  {
    call: offerList,
    prepare: keptList,
    by: (asks, thing, how) =>
      asks.call(offerList, { ...listOf(thing), body: { userId: partsOf(thing).userId }, ...how }),
    expected: ownerAlone,
  },
  {
    call: endOffer,
    prepare: keptList,
    by: (asks, thing, how) => asks.call(endOffer, { ...listOf(thing), ...how }),
    expected: keepersAlone,
  },
  {
    call: takeOverList,
    when: 'without an offer',
    prepare: keptList,
    by: (asks, thing, how) => asks.call(takeOverList, { ...listOf(thing), ...how }),
    expected: members('403 keeper.not_invited', '200'),
    isPosting: true,
  },
  {
    call: addToList,
    prepare: keptList,
    by: (asks, thing, how) => asks.call(addToList, { ...bikeOf(thing), ...how }),
    expected: keepersAlone,
  },
  {
    call: removeFromList,
    prepare: keptList,
    by: (asks, thing, how) => asks.call(removeFromList, { ...bikeOf(thing), ...how }),
    expected: keepersAlone,
  },
  {
    call: noteInList,
    prepare: keptList,
    by: (asks, thing, how) => asks.call(noteInList, { ...bikeOf(thing), body: { note: 'A tank.' }, ...how }),
    expected: keepersAlone,
    isPosting: true,
  },
  {
    call: orderList,
    prepare: keptList,
    by: (asks, thing, how) => asks.call(orderList, { ...listOf(thing), body: { order: [] }, ...how }),
    expected: keepersAlone,
  },
  {
    call: describeList,
    prepare: keptList,
    by: (asks, thing, how) => asks.call(describeList, { ...listOf(thing), body: { text: 'All steel.' }, ...how }),
    expected: keepersAlone,
    isPosting: true,
  },
];
