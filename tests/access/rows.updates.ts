import { newId } from '#contract/ids.ts';
import { judgeUpdate } from '#contract/moderation.ts';
import { compareBike, countUpdates, deleteUpdate, likeUpdate, putUpdate, unlikeUpdate } from '#contract/updates.ts';
import { everyone, members, operators } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const [updateId, missingId] = [newId(), newId()];
const wheels = { date: '2026-05-01', title: 'New wheels', text: '' };
const bike = (stage: Stage) => stage.bike();
const updated = async (stage: Stage) => {
  const bikeId = await stage.bike();
  await stage.callers.owner.call(putUpdate, { params: { bikeId, updateId }, body: wheels });
  return bikeId;
};

export const updateRows: Row[] = [
  {
    call: putUpdate,
    prepare: bike,
    by: (asks, bikeId, how, { photos }, caller) =>
      asks.call(putUpdate, {
        params: { bikeId, updateId },
        body: { ...wheels, photos: [{ id: photos[caller] }] },
        ...how,
      }),
    expected: members('403 forbidden', '200'),
    byStatus: {
      Draft: members('404 not_found', '200'),
      Flagged: members('403 bike.flagged', '200'),
      Removed: members('410 gone', '409 bike.status'),
      Deleted: members('404 not_found', '410 gone'),
    },
    isPosting: true,
  },
  {
    call: putUpdate,
    when: "with the owner's photo",
    prepare: bike,
    by: (asks, bikeId, how, { photos }) =>
      asks.call(putUpdate, {
        params: { bikeId, updateId },
        body: { ...wheels, photos: [{ id: photos.owner }] },
        ...how,
      }),
    expected: members('403 forbidden', '200'),
    isPosting: true,
  },
  {
    call: deleteUpdate,
    prepare: updated,
    by: (asks, bikeId, how) => asks.call(deleteUpdate, { params: { bikeId, updateId }, ...how }),
    expected: members('403 forbidden', '200'),
  },
  {
    call: deleteUpdate,
    when: 'a missing one',
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(deleteUpdate, { params: { bikeId, updateId: missingId }, ...how }),
    expected: members('403 forbidden', '200'),
  },
  {
    call: countUpdates,
    prepare: updated,
    by: (asks, bikeId, how) => asks.call(countUpdates, { params: { bikeId }, ...how }),
    expected: everyone('200'),
    byStatus: {
      Draft: everyone('404 not_found'),
      Flagged: everyone('403 bike.flagged'),
      Removed: everyone('410 gone'),
      Deleted: everyone('404 not_found'),
    },
  },
  {
    call: likeUpdate,
    prepare: updated,
    by: (asks, bikeId, how) => asks.call(likeUpdate, { params: { bikeId, updateId }, ...how }),
    expected: members('200', '403 update.own'),
    byStatus: {
      Draft: members('404 not_found'),
      Flagged: members('403 bike.flagged'),
      Removed: members('410 gone'),
      Deleted: members('404 not_found'),
    },
  },
  {
    call: likeUpdate,
    when: 'a missing one',
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(likeUpdate, { params: { bikeId, updateId: missingId }, ...how }),
    expected: members('410 update.gone'),
  },
  {
    call: unlikeUpdate,
    prepare: updated,
    by: (asks, bikeId, how) => asks.call(unlikeUpdate, { params: { bikeId, updateId }, ...how }),
    expected: members('200'),
    byStatus: {
      Draft: members('404 not_found'),
      Flagged: members('403 bike.flagged'),
      Removed: members('410 gone'),
      Deleted: members('404 not_found'),
    },
  },
  {
    call: judgeUpdate,
    prepare: updated,
    by: (asks, bikeId, how) =>
      asks.call(judgeUpdate, { params: { bikeId, updateId }, body: { status: 'Removed', reason: 'Spam.' }, ...how }),
    expected: { ...operators('200'), moderator: '200' },
  },
  {
    call: judgeUpdate,
    when: 'a missing one',
    prepare: bike,
    by: (asks, bikeId, how) =>
      asks.call(judgeUpdate, {
        params: { bikeId, updateId: missingId },
        body: { status: 'Removed', reason: 'Spam.' },
        ...how,
      }),
    expected: { ...operators('404 not_found'), moderator: '404 not_found' },
  },
  {
    call: compareBike,
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(compareBike, { params: { bikeId }, body: { beforeAfter: null }, ...how }),
    expected: members('403 forbidden', '200'),
  },
];
