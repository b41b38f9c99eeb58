import type { BikeStatus } from '#contract/bike-options.ts';
import { changeBikeStatus, getBikeNotice } from '#contract/bike-status.ts';
import { getBike, getOwnBike, putBike } from '#contract/bike-whole.ts';
import {
  type BikeCard,
  deleteBike,
  getRandomBike,
  listOwnBikes,
  listPopularBikes,
  listRecentBikes,
} from '#contract/bikes.ts';
import { listBrands } from '#contract/brands.ts';
import {
  addComment,
  closeComments,
  deleteComment,
  editComment,
  getComment,
  listComments,
  markComment,
} from '#contract/comments.ts';
import { getDraft, listDrafts, putDraft } from '#contract/drafts.ts';
import { getSiteFigures } from '#contract/figures.ts';
import { newId } from '#contract/ids.ts';
import { likeBike, listLikers, unlikeBike } from '#contract/likes.ts';
import { suggestMembers } from '#contract/mentions.ts';
import type { Page } from '#contract/paging.ts';
import { askPhoto, putPhoto } from '#contract/photos.ts';
import { getRelatedBikes } from '#contract/related.ts';
import { searchBikes, suggestSearches } from '#contract/search/calls.ts';
import { getViewerState } from '#contract/viewer-state.ts';
import { viewBike } from '#contract/views.ts';
import { getWeekRanking, listWinners, type WeekRanking } from '#contract/winners.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { type Expected, everyone, members, membersAndVisitors } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const bike = (stage: Stage) => stage.bike();
const draft = (stage: Stage) => stage.bike('Draft');
const removed = (stage: Stage) => stage.bike('Removed');
const deleted = (stage: Stage) => stage.bike('Deleted');
/** Replies to all callers where a bike is not shown. @param owner the owner's replies, where they differ */
const hidden = (
  reply: (expected: string, owner?: string) => Expected,
  owner: Partial<Record<BikeStatus, string>> = {},
) => ({
  Draft: reply('404 not_found', owner.Draft),
  Flagged: reply('403 bike.flagged', owner.Flagged),
  Removed: reply('410 gone', owner.Removed),
  Deleted: reply('404 not_found', owner.Deleted),
});
const editing = { Draft: '200', Flagged: '200', Removed: '409 bike.status', Deleted: '410 gone' };
const typed = { fields: { model: 'Ogre' }, photos: [], seen: { version: 0, device: newId() } };
const begun = async (stage: Stage) => {
  const bikeId = newId();
  await stage.callers.owner.call(putDraft, { params: { bikeId }, body: typed });
  return bikeId;
};
const comment = (stage: Stage) => stage.comment();
const commentByThird = (stage: Stage) => stage.commentByThird();
const fresh = async () => newId();
const photo = async ({ photos }: Stage) => photos.owner;
const listed = (page: unknown, id: string) =>
  (page as Page<BikeCard>).items.some((card) => card.id === id) ? 'listed' : 'not listed';

export const bikeRows: Row[] = [
  {
    call: listRecentBikes,
    prepare: draft,
    by: (asks, _, how) => asks.call(listRecentBikes, how),
    seen: listed,
    expected: everyone('200, not listed'),
  },
  {
    call: listPopularBikes,
    prepare: draft,
    by: (asks, _, how) => asks.call(listPopularBikes, how),
    seen: listed,
    expected: everyone('200, not listed'),
  },
  {
    call: searchBikes,
    prepare: draft,
    by: (asks, _, how) => asks.call(searchBikes, how),
    seen: listed,
    expected: everyone('200, not listed'),
  },
  {
    call: listWinners,
    prepare: async (stage) => {
      const bikeId = await removed(stage);
      const won = { week: '2026-W09', votes: 3, at: new Date('2026-03-02') };
      await stage.app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { won } });
      return bikeId;
    },
    by: (asks, _, how) => asks.call(listWinners, how),
    seen: listed,
    expected: everyone('200, not listed'),
  },
  {
    call: getWeekRanking,
    prepare: removed,
    by: (asks, _, how) => asks.call(getWeekRanking, how),
    seen: (reply, id) =>
      (reply as WeekRanking).places.some(({ bike: { id: one } }) => one === id) ? 'listed' : 'not listed',
    expected: everyone('200, not listed'),
  },
  { call: getSiteFigures, by: (asks, _, how) => asks.call(getSiteFigures, how), expected: everyone('200') },
  {
    call: getRandomBike,
    // The only bike on the site.
    prepare: async (stage) => {
      await stage.app.db.collection('bikes').deleteMany({});
      return draft(stage);
    },
    by: (asks, _, how) => asks.call(getRandomBike, how),
    seen: (card) => (card === null ? 'none' : 'one'),
    expected: membersAndVisitors('200, none'),
  },
  { call: suggestSearches, by: (asks, _, how) => asks.call(suggestSearches, how), expected: everyone('200') },
  { call: listBrands, by: (asks, _, how) => asks.call(listBrands, how), expected: everyone('200') },
  {
    call: listOwnBikes,
    prepare: draft,
    by: (asks, _, how) => asks.call(listOwnBikes, { ...how, query: { limit: 1 } }),
    seen: listed,
    expected: members('200, not listed', '200, listed'),
  },
  {
    call: getBike,
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(getBike, { params: { bikeId }, ...how }),
    expected: everyone('200'),
    byStatus: hidden(everyone),
  },
  {
    call: getBike,
    when: 'a missing one',
    prepare: fresh,
    by: (asks, bikeId, how) => asks.call(getBike, { params: { bikeId }, ...how }),
    expected: everyone('404 not_found'),
  },
  {
    call: getRelatedBikes,
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(getRelatedBikes, { params: { bikeId }, ...how }),
    expected: everyone('200'),
    byStatus: hidden(everyone),
  },
  {
    call: getOwnBike,
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(getOwnBike, { params: { bikeId }, ...how }),
    expected: members('403 forbidden', '200'),
    byStatus: hidden(members, editing),
  },
  {
    call: getBike,
    when: 'after the warning of a flagged one',
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(getBike, { params: { bikeId }, query: { flagged: 'show' }, ...how }),
    expected: everyone('200'),
    byStatus: { ...hidden(everyone), Flagged: everyone('200') },
  },
  {
    call: getBikeNotice,
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(getBikeNotice, { params: { bikeId }, ...how }),
    expected: members('403 forbidden', '200'),
    byStatus: hidden(members, { ...editing, Removed: '200', Deleted: '200' }),
  },
  {
    call: changeBikeStatus,
    when: 'to publish it',
    prepare: draft,
    by: (asks, bikeId, how) =>
      asks.call(changeBikeStatus, { params: { bikeId }, body: { from: 'Draft', to: 'Active' }, ...how }),
    expected: members('404 not_found', '200'),
    isPosting: true,
  },
  {
    call: changeBikeStatus,
    when: 'to take it down',
    prepare: bike,
    by: (asks, bikeId, how) =>
      asks.call(changeBikeStatus, { params: { bikeId }, body: { from: 'Active', to: 'Draft' }, ...how }),
    expected: members('403 forbidden', '200'),
  },
  {
    call: changeBikeStatus,
    when: 'to restore it',
    prepare: deleted,
    by: (asks, bikeId, how) =>
      asks.call(changeBikeStatus, { params: { bikeId }, body: { from: 'Deleted', to: 'Draft' }, ...how }),
    expected: members('404 not_found', '200'),
  },
  {
    call: listDrafts,
    prepare: begun,
    by: (asks, _, how) => asks.call(listDrafts, how),
    seen: listed,
    expected: members('200, not listed', '200, listed'),
  },
  {
    call: getDraft,
    prepare: begun,
    by: (asks, bikeId, how) => asks.call(getDraft, { params: { bikeId }, ...how }),
    expected: members('404 not_found', '200'),
    byStatus: { Draft: members('404 not_found', '409 bike.status'), Deleted: members('404 not_found', '410 gone') },
  },
  {
    call: putDraft,
    prepare: begun,
    by: (asks, bikeId, how) => asks.call(putDraft, { params: { bikeId }, body: typed, ...how }),
    expected: members('404 not_found', '200'),
  },
  {
    call: putDraft,
    when: 'a new one',
    prepare: fresh,
    by: (asks, bikeId, how) => asks.call(putDraft, { params: { bikeId }, body: typed, ...how }),
    expected: members('200'),
  },
  {
    call: putBike,
    prepare: bike,
    by: (asks, bikeId, how, { photos }, caller) =>
      asks.call(putBike, { params: { bikeId }, body: bikeWith([photos[caller]], { model: 'Pugsley' }), ...how }),
    expected: members('409 bike.exists', '200'),
    byStatus: hidden(members, editing),
    isPosting: true,
  },
  {
    call: putBike,
    when: 'that was taken down',
    prepare: draft,
    by: (asks, bikeId, how, { photos }, caller) =>
      asks.call(putBike, { params: { bikeId }, body: bikeWith([photos[caller]], { model: 'Pugsley' }), ...how }),
    expected: members('404 not_found', '200'),
  },
  {
    call: putBike,
    when: 'a new one',
    prepare: fresh,
    by: (asks, bikeId, how, { photos }, caller) =>
      asks.call(putBike, { params: { bikeId }, body: bikeWith([photos[caller]]), ...how }),
    expected: members('200'),
    isPosting: true,
  },
  {
    call: putBike,
    when: 'a draft that was never published',
    prepare: begun,
    by: (asks, bikeId, how, { photos }, caller) =>
      asks.call(putBike, {
        params: { bikeId },
        body: bikeWith([photos[caller]], { seen: { version: 1, device: typed.seen.device } }),
        ...how,
      }),
    expected: members('404 not_found', '200'),
    isPosting: true,
  },
  {
    call: putBike,
    when: 'a later version of a missing one',
    prepare: fresh,
    by: (asks, bikeId, how, { photos }, caller) =>
      asks.call(putBike, { params: { bikeId }, body: bikeWith([photos[caller]], { version: 1 }), ...how }),
    expected: members('404 not_found'),
  },
  {
    call: putBike,
    when: "with the owner's photo",
    prepare: bike,
    by: (asks, bikeId, how, { photos }) =>
      asks.call(putBike, { params: { bikeId }, body: bikeWith([photos.owner], { model: 'Pugsley' }), ...how }),
    expected: members('409 bike.exists', '200'),
    isPosting: true,
  },
  {
    call: putBike,
    when: "a new one with the owner's photo",
    prepare: fresh,
    by: (asks, bikeId, how, { photos }) =>
      asks.call(putBike, { params: { bikeId }, body: bikeWith([photos.owner]), ...how }),
    expected: members('422 bike.photos_missing', '200'),
    isPosting: true,
  },
  {
    call: deleteBike,
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(deleteBike, { params: { bikeId }, ...how }),
    expected: members('403 forbidden', '200'),
    byStatus: hidden(members, { Draft: '200', Flagged: '200', Removed: '200', Deleted: '200' }),
  },
  {
    call: deleteBike,
    when: 'a missing one',
    prepare: fresh,
    by: (asks, bikeId, how) => asks.call(deleteBike, { params: { bikeId }, ...how }),
    expected: members('404 not_found'),
  },
  {
    call: putPhoto,
    prepare: photo,
    by: (asks, id, { headers, key }, { picture }) => asks.sendPhoto(picture, { id, headers, ...(key && { key }) }),
    expected: members('409 photo.exists', '200'),
  },
  {
    call: putPhoto,
    when: 'a new one',
    prepare: fresh,
    by: (asks, id, { headers, key }, { picture }) => asks.sendPhoto(picture, { id, headers, ...(key && { key }) }),
    expected: members('200'),
  },
  {
    call: askPhoto,
    prepare: photo,
    by: (asks, photoId, how) => asks.call(askPhoto, { params: { photoId }, ...how }),
    expected: members('409 photo.exists', '200'),
  },
  {
    call: listLikers,
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(listLikers, { params: { bikeId }, ...how }),
    expected: everyone('200'),
    byStatus: hidden(everyone),
  },
  {
    call: likeBike,
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(likeBike, { params: { bikeId }, ...how }),
    expected: members('200', '403 like.own'),
    byStatus: hidden(members),
  },
  {
    call: unlikeBike,
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(unlikeBike, { params: { bikeId }, ...how }),
    expected: members('200'),
    byStatus: hidden(members),
  },
  {
    call: viewBike,
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(viewBike, { params: { bikeId }, ...how }),
    expected: membersAndVisitors('200'),
    byStatus: hidden(membersAndVisitors),
  },
  {
    call: listComments,
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(listComments, { params: { bikeId }, ...how }),
    expected: everyone('200'),
    byStatus: hidden(everyone),
  },
  {
    call: getComment,
    prepare: comment,
    by: (asks, commentId, how) => asks.call(getComment, { params: { commentId }, ...how }),
    expected: everyone('200'),
  },
  {
    call: suggestMembers,
    by: (asks, _, how) => asks.call(suggestMembers, { query: { q: 'a' }, ...how }),
    expected: members('200'),
  },
  {
    call: addComment,
    prepare: bike,
    by: (asks, bikeId, how) =>
      asks.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Nice rack.' }, ...how }),
    expected: members('201'),
    byStatus: hidden(members),
    isPosting: true,
  },
  {
    call: closeComments,
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(closeComments, { params: { bikeId }, body: { closed: true }, ...how }),
    expected: members('403 forbidden', '200'),
    byStatus: hidden(members, { ...editing, Removed: '410 gone' }),
  },
  {
    call: editComment,
    prepare: comment,
    by: (asks, commentId, how) => asks.call(editComment, { params: { commentId }, body: { text: 'Nice!' }, ...how }),
    expected: members('403 forbidden', '200'),
    isPosting: true,
  },
  {
    call: editComment,
    when: 'to the same words',
    prepare: comment,
    by: (asks, commentId, how) =>
      asks.call(editComment, { params: { commentId }, body: { text: 'Nice rack.' }, ...how }),
    expected: members('403 forbidden', '200'),
  },
  {
    call: deleteComment,
    prepare: comment,
    by: (asks, commentId, how) => asks.call(deleteComment, { params: { commentId }, ...how }),
    expected: members('403 forbidden', '200'),
  },
  {
    call: deleteComment,
    when: 'a missing one',
    prepare: fresh,
    by: (asks, commentId, how) => asks.call(deleteComment, { params: { commentId }, ...how }),
    expected: members('404 not_found'),
  },
  {
    call: deleteComment,
    when: "another member's on the owner's bike",
    prepare: commentByThird,
    by: (asks, commentId, how) => asks.call(deleteComment, { params: { commentId }, ...how }),
    expected: members('403 forbidden', '200'),
  },
  ...(['Answered', 'Pinned'] as const).map(
    (mark): Row => ({
      call: markComment,
      when: `as ${mark}`,
      prepare: commentByThird,
      by: (asks, commentId, how) => asks.call(markComment, { params: { commentId }, body: { mark, on: true }, ...how }),
      expected: members('403 forbidden', '200'),
    }),
  ),
  {
    call: getViewerState,
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(getViewerState, { params: { bikeId }, ...how }),
    expected: members('200'),
  },
];
