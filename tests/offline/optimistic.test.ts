import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { noCounts } from '#contract/bike-defaults.ts';
import type { Move } from '#contract/bike-notice.ts';
import type { PublishedBike } from '#contract/bike-whole.ts';
import type { Comment } from '#contract/comments.ts';
import { NewFlag } from '#contract/flags.ts';
import { listedIn } from '#src/cache/values/bike-status.ts';
import { conversations } from '#src/cache/values/conversations.ts';
import type { FeedCard } from '#src/cache/values/feeds.ts';
import { bikeCounts, viewerState } from '#src/cache/values/viewer-state.ts';
import { bikePage, feeds, ownFeed } from '#src/features/bikes/bikes.cache.ts';
import {
  changeBikeStatusMutation,
  deleteBikeMutation,
  editBikeMutation,
  publishBikeMutation,
} from '#src/features/bikes/bikes.mutations.ts';
import { shownIn, withQueued } from '#src/features/bikes/shown-bike.ts';
import { newestComments } from '#src/features/comments/comments.cache.ts';
import {
  addCommentMutation,
  deleteCommentMutation,
  editCommentMutation,
} from '#src/features/comments/comments.mutations.ts';
import { commentsIn } from '#src/features/comments/comments.queries.ts';
import { readConversationMutation, sendMessageMutation } from '#src/features/conversations/conversations.mutations.ts';
import { flagBikeMutation, flagCommentMutation } from '#src/features/flags/flags.mutations.ts';
import { likeBikeMutation, unlikeBikeMutation } from '#src/features/likes/likes.mutations.ts';
import { groupOutbox } from '#src/features/outbox/outbox-groups.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { overlay } from '#src/outbox/optimistic.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { waitingOf } from '#src/outbox/waiting.ts';
import { entry, viewOf } from '#tests/kit/optimistic.ts';

const me = { id: '01890000-0000-7000-8000-00000000000a', username: 'ana', avatar: '' };
const bikeId = '01890000-0000-7000-8000-000000000101';
const photo = { id: '01890000-0000-7000-8000-000000000201', width: 2048, height: 1536, thumbhash: '' };
const subject = { kind: 'bike', id: bikeId, title: '2021 Surly Bridge Club', picture: null };
const add = (id: string, text: string): QueuedMutation =>
  addCommentMutation.create({ bike: subject, commentId: id, text }, me.id);
const comment = (id: string, text: string) => ({
  id,
  bikeId,
  author: me,
  text,
  status: 'Active' as const,
  addedAt: '2026-06-01T10:00:00.000Z',
  editedAt: null,
});

describe('comments', () => {
  const shown = async (arrived: Comment[], rows: QueuedMutation[]) => {
    const view = await viewOf(me, rows, entry(newestComments, bikeId, arrived));
    return commentsIn(view, bikeId, await view.read(newestComments, bikeId), arrived);
  };

  test('are sorted oldest first, with queued ones marked at the end', async () => {
    const list = await shown([comment('b', 'B'), comment('a', 'A')], [add('c', 'C')]);
    expect(list.map((one) => [one.text, one.waiting?.look ?? null])).toEqual([
      ['A', null],
      ['B', null],
      ['C', 'waiting'],
    ]);
  });

  test('are not shown twice after arriving', async () => {
    const list = await shown([comment('c', 'C')], [add('c', 'C')]);
    expect(list).toHaveLength(1);
    expect(list[0]?.waiting).toBeNull();
  });

  test('are changed by a queued edit and hidden by a queued deletion', async () => {
    const edit = editCommentMutation.create({ bike: subject, commentId: 'a', text: 'A!' }, me.id);
    const gone = deleteCommentMutation.create({ bike: subject, commentId: 'b' }, me.id);
    const list = await shown([comment('b', 'B'), comment('a', 'A')], [edit, gone]);
    expect(list.map((one) => one.text)).toEqual(['A!']);
  });

  test('stay with their text and state when they failed', async () => {
    const list = await shown([], [{ ...add('c', 'C'), state: 'failed' }]);
    expect(list.map((one) => [one.text, one.waiting?.look])).toEqual([['C', 'failed']]);
  });
});

describe('flags', () => {
  const said = { reason: 'Spam', note: '' } as const;
  const bikeFlag = flagBikeMutation.create({ thing: { type: 'Post', id: bikeId, subject }, said }, me.id);
  const commentFlag = flagCommentMutation.create({ thing: { type: 'Comment', id: 'b', subject }, said }, me.id);
  const nothing = { bike: false, commentIds: [] };
  const flagsOf = async (about: string, known: typeof nothing | undefined, rows: QueuedMutation[]) => {
    const view = await viewOf(me, rows, entry(viewerState, about, known ? { liked: false, flagged: known } : null));
    return (await view.get(viewerState, about))?.flagged;
  };

  test('queued ones count, failed ones do not, and nothing is flagged twice', async () => {
    expect(await flagsOf(bikeId, nothing, [bikeFlag, commentFlag])).toEqual({ bike: true, commentIds: ['b'] });
    expect(await flagsOf(bikeId, undefined, [bikeFlag])).toEqual({ bike: true, commentIds: [] });
    const known = { bike: false, commentIds: ['b'] as never[] };
    expect((await flagsOf(bikeId, known, [commentFlag]))?.commentIds).toEqual(['b']);
    expect(await flagsOf(bikeId, nothing, [{ ...bikeFlag, state: 'failed' }])).toEqual(nothing);
    expect(await flagsOf('another', nothing, [bikeFlag, commentFlag])).toEqual(nothing);
  });
  test('a comment says whether its viewer has flagged it', async () => {
    const arrived = [comment('b', 'B'), comment('a', 'A')];
    const list = await commentsIn(await viewOf(me, [commentFlag]), bikeId, arrived, arrived);
    expect(list.map(({ userFlagged }) => userFlagged)).toEqual([false, true]);
  });
  test('a flag is sent as entered, under its own id', () => {
    expect(commentFlag).toMatchObject({ method: 'POST', path: '/api/v1/flags', kind: 'flag.comment' });
    expect(v.is(NewFlag, { ...(commentFlag.body as object), targetId: me.id })).toBe(true);
    expect(definitionOf(commentFlag).action).toBe('FlagComment');
    expect(definitionOf(bikeFlag).action).toBe('FlagBike');
  });
});

test('messages already read stay read, also with a queued message behind them', async () => {
  const person = { id: '01890000-0000-7000-8000-00000000000b', username: 'bert', avatar: '' };
  const last = { id: 'a', number: 5, authorId: person.id, text: 'Hi', at: '2026-06-01T10:00:00.000Z' };
  const flags = { unsent: false, removed: false, flagged: false };
  const known = { id: 'x', with: person, unreadCount: 3, answered: true, last: { ...last, ...flags } };
  const send = sendMessageMutation.create({ person, messageId: 'b', text: 'Hello.' }, me.id);
  const read = readConversationMutation.create({ person, reading: { conversationId: 'x', upTo: 5, count: 1 } }, me.id);
  const shown = async (...rows: QueuedMutation[]) =>
    (await (await viewOf(me, rows, entry(conversations, 'all', [known]))).read(conversations, 'all'))[0];
  expect(await shown(send, read)).toMatchObject({ unreadCount: 0, last: { text: 'Hello.', number: 5 } });
  expect(await shown(read, send)).toMatchObject({ unreadCount: 0, last: { text: 'Hello.', number: 5 } });
});

describe('a long queue', () => {
  const likes = Array.from({ length: 1_000 }, (_, n) => likeBikeMutation.create({ ...subject, id: `${n}` }, me.id));

  test('takes a query no more reads than it needs', async () => {
    let reads = 0;
    const view = await overlay(me.id, me, likes, async () => {
      reads += 1;
      return null;
    });
    expect((await view.read(viewerState, '7')).liked).toBe(true);
    expect((await view.read(bikeCounts, '7')).likes).toBe(1);
    expect((await view.read(viewerState, 'another')).liked).toBe(false);
    expect(reads).toBe(3);
  });

  test('is shown except for a mutation of another build that this one cannot read', async () => {
    const strange = { ...likeBikeMutation.create(subject, me.id), kind: 'message.send' as const };
    const view = await viewOf(me, [strange, ...likes]);
    expect((await view.read(viewerState, '7')).liked).toBe(true);
  });
});

describe('likes', () => {
  const on = likeBikeMutation.create(subject, me.id);
  const off = unlikeBikeMutation.create(subject, me.id);
  const shown = async (liked: boolean, likes: number, rows: QueuedMutation[]) => {
    const counts = { ...noCounts, likes };
    const view = await viewOf(me, rows, entry(viewerState, bikeId, { liked }), entry(bikeCounts, bikeId, counts));
    return {
      liked: (await view.read(viewerState, bikeId)).liked,
      likes: (await view.read(bikeCounts, bikeId)).likes,
    };
  };

  test('a queued like is on and counts', async () => {
    expect(await shown(false, 5, [on])).toEqual({ liked: true, likes: 6 });
  });
  test('an arrived one does not count twice', async () => {
    expect(await shown(true, 6, [on])).toEqual({ liked: true, likes: 6 });
  });
  test('the last mutation counts', async () => {
    expect(await shown(true, 6, [on, off])).toEqual({ liked: false, likes: 5 });
  });
  test('a failed like is off', async () => {
    expect(await shown(false, 5, [{ ...on, state: 'failed' }])).toEqual({ liked: false, likes: 5 });
  });
});

describe('bikes', () => {
  const fields = { category: 'Touring', drivetrain: '1x', rearGear: '11-Speed', model: 'Bridge Club', year: 2021 };
  const photoNotes = [{ id: photo.id, kind: 'Other', caption: '', alt: '' }];
  const body = { ...fields, nickname: '', status: 'Active', photos: photoNotes } as unknown as PublishedBike;
  const newBike = { subject, bike: body, part: { slug: '', brand: 'Surly', photos: [photo] } };
  const put = publishBikeMutation.create(newBike, me.id);
  const gone = deleteBikeMutation.create(put.subject, me.id);
  const failed = (row: QueuedMutation): QueuedMutation => ({ ...row, state: 'failed' });

  const pageOf = async (rows: QueuedMutation[]) => {
    const view = await viewOf(me, rows);
    const bike = await view.get(bikePage, bikeId);
    return bike && withQueued(view, bike);
  };
  const ownOf = async (rows: QueuedMutation[], cards: FeedCard[] | null = null) => {
    const view = await viewOf(me, rows, entry(ownFeed, 'all', cards));
    return (await view.read(ownFeed, 'all')).map((card) => withQueued(view, card));
  };
  const recentOf = async (rows: QueuedMutation[], cards: FeedCard[] | null = null) => {
    const view = await viewOf(me, rows, entry(feeds, 'recent', cards));
    return listedIn(view, await view.read(feeds, 'recent'));
  };
  const listedOf = async (rows: QueuedMutation[], cards: FeedCard[]) => listedIn(await viewOf(me, rows), cards);
  const arrived = async (): Promise<FeedCard[]> => (await viewOf(me, [put])).read(ownFeed, 'all');

  test('a queued bike opens completely', async () => {
    const bike = await pageOf([put]);
    expect(bike).toMatchObject({ brand: 'Surly', model: 'Bridge Club', owner: me, waiting: { look: 'waiting' } });
    expect(bike?.photos).toMatchObject([{ id: photo.id, width: 2048, height: 1536 }]);
  });

  test("it is first in the lists; a failed one is in its owner's list only", async () => {
    expect((await recentOf([put])).map((card) => card.id)).toEqual([bikeId]);
    expect(await recentOf([failed(put)])).toEqual([]);
    expect(await ownOf([failed(put)])).toHaveLength(1);
  });

  test('one that is being edited has no card, as it is among the drafts', async () => {
    expect(await ownOf([{ ...put, state: 'editing' }])).toEqual([]);
    expect(await recentOf([{ ...put, state: 'editing' }])).toEqual([]);
  });

  test('a deleted one is gone', async () => {
    expect(await ownOf([put, gone])).toEqual([]);
    expect(await pageOf([put, gone])).toBeNull();
  });

  test('one that its owner deletes is in no public list, unless the deletion failed', async () => {
    const cards = await arrived();
    expect(await listedOf([gone], cards)).toEqual([]);
    expect(await listedOf([failed(gone)], cards)).toHaveLength(1);
  });

  describe('with a queued status change', () => {
    const move = (step: Move, seq: number): QueuedMutation => ({
      ...changeBikeStatusMutation.create({ bike: subject, move: step }, me.id),
      seq,
    });
    const unpublish = move({ from: 'Active', to: 'Draft' }, 2);
    const remove = move({ from: 'Draft', to: 'Deleted' }, 3);
    const stateOf = async (rows: QueuedMutation[]) =>
      (await ownOf(rows, await arrived())).map(({ status, waiting, moving }) => [status, waiting?.look, moving]);

    test('has one card for its owner, with the new status, and is in no public list', async () => {
      const cards = await arrived();
      expect(await stateOf([unpublish])).toEqual([['Draft', 'waiting', true]]);
      expect(await stateOf([unpublish, remove])).toEqual([['Deleted', 'waiting', true]]);
      expect(await recentOf([unpublish], cards)).toEqual([]);
      expect(await listedOf([unpublish], cards)).toEqual([]);
      expect([await recentOf([], cards), await listedOf([], cards)].map((all) => all.length)).toEqual([1, 1]);
    });

    test('is unchanged when that failed, and says so', async () => {
      expect(await stateOf([failed(unpublish)])).toEqual([['Active', 'failed', true]]);
    });

    test('is still on its way with its queued change', async () => {
      expect(await stateOf([{ ...put, seq: 1 }, unpublish])).toEqual([['Draft', 'waiting', false]]);
    });

    test('sends a deletion or its two status changes', () => {
      expect(remove).toMatchObject({ method: 'DELETE', path: `/api/v1/bikes/${bikeId}`, body: null });
      expect(unpublish).toMatchObject({
        method: 'PUT',
        path: `/api/v1/bikes/${bikeId}/status`,
        body: { from: 'Active', to: 'Draft' },
      });
    });
  });

  test('a list follows queued mutations of its own bikes only', async () => {
    const [card] = await arrived();
    const statesOf = async (state: QueuedMutation['state'], mutation = editBikeMutation.create(newBike, me.id)) => {
      const view = await viewOf(me, [{ ...mutation, state }]);
      const keys = [`own:${me.id}`, 'recent', 'popular'] as const;
      return keys.map((key) => card && withQueued(view, card, shownIn(key)).waiting !== null);
    };
    expect(await statesOf('queued')).toEqual([true, true, false]);
    expect(await statesOf('failed')).toEqual([true, false, false]);
    expect(await statesOf('editing')).toEqual([false, false, false]);
    const move = changeBikeStatusMutation.create({ bike: subject, move: { from: 'Draft', to: 'Active' } }, me.id);
    expect(await statesOf('queued', move)).toEqual([true, true, true]);
  });

  describe('edited while it was queued', () => {
    const changed = { ...put, id: 'changed', seq: 2, body: { ...body, model: 'Straggler' } };
    const rows: QueuedMutation[] = [{ ...put, seq: 1, attempts: 1 }, changed];

    test('has one card, with the edit', async () => {
      expect((await ownOf(rows)).map((card) => card.model)).toEqual(['Straggler']);
      expect(await recentOf(rows)).toHaveLength(1);
    });

    test('has one line in the outbox', () => {
      const entries = rows.map((row) => ({ row, waiting: waitingOf(row, rows, definitionOf(row)) }));
      expect(groupOutbox(entries).waiting.map(({ row }) => row.id)).toEqual(['changed']);
    });
  });
});
