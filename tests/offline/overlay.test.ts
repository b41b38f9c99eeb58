import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { PublishedBike } from '#contract/bike-whole.ts';
import { type BikeCard, noCounts } from '#contract/bikes.ts';
import type { Comment } from '#contract/comments.ts';
import { NewFlag } from '#contract/flags.ts';
import { newestComments } from '#src/features/comments/comments.cache.ts';
import { addComment, deleteComment, editComment } from '#src/features/comments/comments.mutations.ts';
import { commentsIn } from '#src/features/comments/comments.queries.ts';
import { flagBike, flagComment } from '#src/features/flags/flags.mutations.ts';
import { like, unlike } from '#src/features/likes/likes.mutations.ts';
import { groupOutbox } from '#src/features/outbox/outbox-groups.ts';
import { bikeCounts, viewerState } from '#src/offline/cache/viewer-state.ts';
import type { OutboxRow } from '#src/offline/rows.ts';
import { waitingOf } from '#src/offline/waiting.ts';
import { overlayBike, overlayListed, overlayOwnBikes, overlayRecent } from '#src/offline/writes/bike-overlay.ts';
import { bikeRow } from '#src/offline/writes/bike-row.ts';
import { statusRow } from '#src/offline/writes/bike-status.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { entry, viewOf } from '#tests/kit/optimistic.ts';

const me = { id: '01890000-0000-7000-8000-00000000000a', username: 'ana', avatar: '' };
const bikeId = '01890000-0000-7000-8000-000000000101';
const photo = { id: '01890000-0000-7000-8000-000000000201', width: 2048, height: 1536, thumbhash: '' };
const subject = { kind: 'bike', id: bikeId, title: '2021 Surly Bridge Club', picture: null };
const add = (id: string, text: string): OutboxRow => addComment.create({ bike: subject, commentId: id, text }, me.id);
const comment = (id: string, text: string) => ({
  ...{ id, bikeId, author: me, text, status: 'Active' as const },
  ...{ addedAt: '2026-06-01T10:00:00.000Z', editedAt: null },
});

describe('comments', () => {
  const shown = async (arrived: Comment[], rows: OutboxRow[]) => {
    const view = await viewOf(me, rows, entry(newestComments, bikeId, arrived));
    return commentsIn(view, bikeId, await view.read(newestComments, bikeId), arrived);
  };

  test('the oldest first, what waits at the end and marked', async () => {
    const list = await shown([comment('b', 'B'), comment('a', 'A')], [add('c', 'C')]);
    expect(list.map((one) => [one.text, one.waiting?.look ?? null])).toEqual([
      ['A', null],
      ['B', null],
      ['C', 'waiting'],
    ]);
  });

  test('one that has arrived is not shown twice', async () => {
    const list = await shown([comment('c', 'C')], [add('c', 'C')]);
    expect(list).toHaveLength(1);
    expect(list[0]?.waiting).toBeNull();
  });

  test('an edit shows, a deletion hides', async () => {
    const edit = editComment.create({ bike: subject, commentId: 'a', text: 'A!' }, me.id);
    const gone = deleteComment.create({ bike: subject, commentId: 'b' }, me.id);
    const list = await shown([comment('b', 'B'), comment('a', 'A')], [edit, gone]);
    expect(list.map((one) => one.text)).toEqual(['A!']);
  });

  test('a refused one stays, with its text, and says so', async () => {
    const list = await shown([], [{ ...add('c', 'C'), state: 'failed' }]);
    expect(list.map((one) => [one.text, one.waiting?.look])).toEqual([['C', 'failed']]);
  });
});

describe('flags', () => {
  const said = { reason: 'Spam', note: '' } as const;
  const bikeFlag = flagBike.create({ thing: { type: 'Post', id: bikeId, subject }, said }, me.id);
  const commentFlag = flagComment.create({ thing: { type: 'Comment', id: 'b', subject }, said }, me.id);
  const nothing = { bike: false, commentIds: [] };
  const flagsOf = async (about: string, known: typeof nothing | undefined, rows: OutboxRow[]) => {
    const view = await viewOf(me, rows, entry(viewerState, about, known ? { liked: false, flagged: known } : null));
    return (await view.get(viewerState, about))?.flagged;
  };

  test('what waits is flagged already, what was refused is not, and nothing is flagged twice', async () => {
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
  test('a flag is sent as it was given, under an id of its own', () => {
    expect(commentFlag).toMatchObject({ method: 'POST', path: '/api/v1/flags', kind: 'flag.comment' });
    expect(v.is(NewFlag, { ...(commentFlag.body as object), targetId: me.id })).toBe(true);
    expect(definitionOf(commentFlag).action).toBe('FlagComment');
    expect(definitionOf(bikeFlag).action).toBe('FlagBike');
  });
});

describe('likes', () => {
  const on = like.create(subject, me.id);
  const off = unlike.create(subject, me.id);
  const shown = async (liked: boolean, likes: number, rows: OutboxRow[]) => {
    const counts = { ...noCounts, likes };
    const view = await viewOf(me, rows, entry(viewerState, bikeId, { liked }), entry(bikeCounts, bikeId, counts));
    return {
      liked: (await view.read(viewerState, bikeId)).liked,
      likes: (await view.read(bikeCounts, bikeId)).likes,
    };
  };

  test('a waiting like is on and counts', async () => {
    expect(await shown(false, 5, [on])).toEqual({ liked: true, likes: 6 });
  });
  test('one that has arrived already does not count twice', async () => {
    expect(await shown(true, 6, [on])).toEqual({ liked: true, likes: 6 });
  });
  test('the last word counts', async () => {
    expect(await shown(true, 6, [on, off])).toEqual({ liked: false, likes: 5 });
  });
  test('a refused like is off', async () => {
    expect(await shown(false, 5, [{ ...on, state: 'failed' }])).toEqual({ liked: false, likes: 5 });
  });
});

describe('bikes', () => {
  const facts = { category: 'Touring', drivetrain: '1x', rearGear: '11-Speed', model: 'Bridge Club', year: 2021 };
  const notes = [{ id: photo.id, kind: 'Other', caption: '', alt: '' }];
  const body = { ...facts, nickname: '', status: 'Active', photos: notes } as unknown as PublishedBike;
  const put = bikeRow(subject, me.id, body, { slug: '', brand: 'Surly', photos: [photo] }, Date.now());

  test('a bike that waits opens whole', () => {
    const bike = overlayBike(bikeId, null, [put], me);
    expect(bike).toMatchObject({ brand: 'Surly', model: 'Bridge Club', owner: me, waiting: { look: 'waiting' } });
    expect(bike?.photos).toMatchObject([{ id: photo.id, width: 2048, height: 1536 }]);
  });

  test('it leads the lists; a refused one is among its owner’s only', () => {
    expect(overlayRecent([], [put], me).map((card) => card.id)).toEqual([bikeId]);
    const failed: OutboxRow = { ...put, state: 'failed' };
    expect(overlayRecent([], [failed], me)).toEqual([]);
    expect(overlayOwnBikes([], [failed], me)).toHaveLength(1);
  });

  test('a deleted one is gone', () => {
    const gone: OutboxRow = { ...put, kind: 'bike.delete' };
    expect(overlayOwnBikes([], [put, gone], me)).toEqual([]);
    expect(overlayBike(bikeId, null, [put, gone], me)).toBeNull();
  });

  test('one that its owner deletes is in no public list, unless that was refused', () => {
    const card = overlayOwnBikes([], [put], me).map(({ waiting: _, ...one }) => one);
    const gone: OutboxRow = { ...put, kind: 'bike.delete' };
    expect(overlayListed(card, [gone])).toEqual([]);
    expect(overlayListed(card, [{ ...gone, state: 'failed' }])).toHaveLength(1);
  });

  describe('whose status waits to be changed', () => {
    const card = overlayOwnBikes([], [put], me).map(({ waiting: _, ...one }) => one);
    const unpublish = { ...statusRow(subject, me.id, { from: 'Active', to: 'Draft' }), seq: 2 };
    const remove = { ...statusRow(subject, me.id, { from: 'Draft', to: 'Deleted' }), seq: 3 };
    const stateOf = (rows: OutboxRow[]) =>
      overlayOwnBikes(card, rows, me).map(({ status, waiting, moving }) => [status, waiting?.look, moving]);

    test('is one card of its owner, as it will be, and in no public list', () => {
      expect(stateOf([unpublish])).toEqual([['Draft', 'waiting', true]]);
      expect(stateOf([unpublish, remove])).toEqual([['Deleted', 'waiting', true]]);
      expect(overlayRecent(card, [unpublish], me)).toEqual([]);
      expect(overlayListed(card, [unpublish])).toEqual([]);
      expect([overlayRecent(card, [], me), overlayListed(card, [])].map((all) => all.length)).toEqual([1, 1]);
    });

    test('stays as it is when that was refused, and says so', () => {
      expect(stateOf([{ ...unpublish, state: 'failed' }])).toEqual([['Active', 'failed', true]]);
    });

    test('is still on its way with what was changed of it', () => {
      expect(stateOf([{ ...put, seq: 1 }, unpublish])).toEqual([['Draft', 'waiting', false]]);
    });
  });

  describe('that was changed while it waited', () => {
    const changed = { ...put, id: 'changed', seq: 2, body: { ...body, model: 'Straggler' } };
    const rows: OutboxRow[] = [{ ...put, seq: 1, attempts: 1 }, changed];

    test('is one card, as it is now', () => {
      expect(overlayOwnBikes([], rows, me).map((card: BikeCard) => card.model)).toEqual(['Straggler']);
      expect(overlayRecent([], rows, me)).toHaveLength(1);
    });

    test('is one line of the outbox', () => {
      const entries = rows.map((row) => ({ row, waiting: waitingOf(row, rows, definitionOf(row)) }));
      expect(groupOutbox(entries).waiting.map(({ row }) => row.id)).toEqual(['changed']);
    });
  });
});
