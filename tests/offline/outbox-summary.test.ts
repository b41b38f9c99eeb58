import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PublishedBike } from '#contract/bike-whole.ts';
import { newId } from '#contract/ids.ts';
import { problems } from '#contract/problems.ts';
import { publishBikeMutation } from '#src/features/bikes/bikes.mutations.ts';
import { wholeOf } from '#src/features/bikes/shown-bike.ts';
import { addCommentMutation } from '#src/features/comments/comments.mutations.ts';
import { addFavoriteMutation } from '#src/features/favorites/favorites.mutations.ts';
import { entriesOf, groupOutbox, remainingOf } from '#src/features/outbox/outbox-groups.ts';
import { askText } from '#src/features/outbox/outbox-text.ts';
import { deletesAfterWeek } from '#src/features/outbox/safari-note.tsx';
import { itemsOf, keepSteady, nothingSeen } from '#src/features/outbox/steady.ts';
import { unsentTexts } from '#src/features/outbox/unsent-texts.ts';
import { isOld, type MutationError, type QueuedMutation, type SentLine } from '#src/outbox/mutation.ts';
import { thingsOf } from '#src/outbox/outbox.ts';
import { isAllSent, nothingShown, outboxSummary, stuckOf, updateShown } from '#src/outbox/outbox-summary.ts';
import { messageOf } from '#src/outbox/refusals.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { waitingOf } from '#src/outbox/waiting.ts';
import { photoOf } from '#src/photos/photos.mutations.ts';
import { rowVersion } from '#src/storage/queued-mutation.ts';
// Each defines problems.
import '#contract/blocks.ts';
import '#contract/comments.ts';
import '#contract/conversations.ts';
import '#contract/favorites.ts';
import '#contract/flags.ts';
import '#contract/photos.ts';
import '#src/registry.mutations.ts';
import '#src/registry.ts';

const now = Date.now();
const me = newId();
const subject = (id = newId()) => ({ kind: 'bike', id, title: '2021 Surly Bridge Club', picture: null });
const bikeNow = () => {
  const part = { slug: '', brand: '', photos: [] };
  return publishBikeMutation.create({ subject: subject(), bike: {} as PublishedBike, part }, me, now);
};
let seq = 0;
const placed = (row: QueuedMutation, change: Partial<QueuedMutation> = {}): QueuedMutation => {
  seq += 1;
  return { ...row, seq, createdAt: now, wantedAt: now, ...change };
};
const comment = (change: Partial<QueuedMutation> = {}) =>
  placed(addCommentMutation.create({ bike: subject(), commentId: newId(), text: 'Hm.' }, me), change);
const refused = {
  status: 404,
  code: 'not_found',
  remedy: 'none',
  message: "We can't find this. It may have been deleted.",
  validation: null,
} as const;

describe('the counts in the status bar', () => {
  const counts = (rows: QueuedMutation[]) => {
    const { waiting, unsent, moving, sending } = outboxSummary(rows, now);
    return { waiting: waiting.length, unsent, moving, sending };
  };

  test('only sending mutations are moving: not failed, refused, old, or those behind them', () => {
    const delayed = comment({ nextAt: now + 60_000, attempts: 1 });
    const rows = [
      comment({ state: 'sending', attempts: 1 }),
      comment(),
      delayed,
      comment({ lane: delayed.lane }),
      comment({ dependsOn: [delayed.id] }),
      comment({ state: 'failed', lastError: refused }),
      comment({ wantedAt: now - 15 * 86_400_000 }),
    ];
    expect(counts(rows)).toEqual({ waiting: 5, unsent: 2, moving: 2, sending: true });
  });

  test('a bike with photos is one item, and a refused photo of it counts as not sent', () => {
    const bike = placed(bikeNow());
    const photo = placed(photoOf(bike, newId(), '1/1', now, 1), { state: 'sending', attempts: 1 });
    const whole = { ...bike, dependsOn: [photo.id] };
    expect(counts([photo, whole])).toEqual({ waiting: 1, unsent: 0, moving: 1, sending: true });
    const stuck: QueuedMutation = { ...whole, state: 'blocked' };
    const unreadable: QueuedMutation = { ...photo, state: 'failed', lastError: refused };
    expect(counts([unreadable, stuck])).toEqual({ waiting: 1, unsent: 1, moving: 0, sending: false });
  });

  test('a refused mutation blocks nothing else in its scope', () => {
    const bad = comment({ state: 'failed', lastError: refused });
    expect(counts([bad, comment({ lane: bad.lane })]).moving).toBe(1);
  });

  test('a queued bike being edited is a draft and not counted; comments on it wait', () => {
    const bike = bikeNow();
    const editing = placed(bike, { state: 'editing' });
    const said = comment({ dependsOn: [editing.id] });
    expect(counts([editing, said])).toEqual({ waiting: 1, unsent: 0, moving: 0, sending: false });
  });
});

describe('the work for a long queue', () => {
  /** The definition of what cannot be sent, for short queues. */
  function stuckByDefinition(rows: readonly QueuedMutation[]): Set<string> {
    const goesBefore = (row: QueuedMutation, other: QueuedMutation) =>
      row.dependsOn.includes(other.id) ||
      (!['failed', 'blocked'].includes(other.state) && other.lane === row.lane && other.seq < row.seq);
    const stuck = new Set(
      rows
        .filter((row) => ['failed', 'editing'].includes(row.state) || (row.state === 'queued' && isOld(row, now)))
        .map((row) => row.id),
    );
    for (let size = -1; size < stuck.size; ) {
      size = stuck.size;
      for (const row of rows)
        if (rows.some((other) => stuck.has(other.id) && goesBefore(row, other))) stuck.add(row.id);
    }
    return stuck;
  }

  test('one pass finds the same blocked mutations as the definition', () => {
    const kinds = fc.record({
      state: fc.constantFrom<QueuedMutation['state']>('queued', 'sending', 'failed', 'blocked', 'editing'),
      lane: fc.constantFrom('a', 'b', 'c'),
      old: fc.boolean(),
      dependsOn: fc.array(fc.nat({ max: 11 }), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(fc.array(kinds, { maxLength: 12 }), (picked) => {
        const base = picked.map(({ state, lane, old }) =>
          comment({ state, lane, wantedAt: old ? now - 15 * 86_400_000 : now }),
        );
        const rows = base.map((row, at) => ({
          ...row,
          dependsOn: (picked[at]?.dependsOn ?? []).flatMap((other) => base[other]?.id ?? []),
        }));
        expect([...stuckOf(rows, now)].toSorted()).toEqual([...stuckByDefinition(rows)].toSorted());
      }),
    );
  });

  /** A queue of `size` that is as hard as possible: few scopes, long chains, a delayed one before all others. */
  function long(size: number): QueuedMutation[] {
    const rows = [comment({ nextAt: now + 60_000, attempts: 1, lane: 'scope 0' })];
    while (rows.length < size) {
      const before = rows.at(-1);
      const isChained = rows.length % 3 === 0 && before;
      rows.push(comment({ lane: `scope ${rows.length % 4}`, dependsOn: isChained ? [before.id] : [] }));
    }
    return rows;
  }

  /** How many fields of the mutations `work` reads. */
  function readsOf(rows: readonly QueuedMutation[], work: (rows: QueuedMutation[]) => void): number {
    let reads = 0;
    const get = (row: QueuedMutation, field: keyof QueuedMutation) => {
      reads += 1;
      return row[field];
    };
    work(rows.map((row) => new Proxy(row, { get: get as never })));
    return reads;
  }

  const work = {
    'the status bar': (rows: QueuedMutation[]) => {
      const { waiting } = outboxSummary(rows, now);
      updateShown(updateShown(nothingShown, waiting, new Set(), true), waiting, new Set(), true);
    },
    'the outbox screen': (rows: QueuedMutation[]) => {
      keepSteady(nothingSeen, groupOutbox(entriesOf(rows), now), []);
      thingsOf(rows);
    },
  };

  test.each(Object.entries(work))('%s reads four times the mutations with four times the work', (_, count) => {
    expect(readsOf(long(4_000), count) / readsOf(long(1_000), count)).toBeLessThan(4.5);
  });
});

describe('"All sent."', () => {
  const [one, two] = [comment(), comment()];
  const summary = updateShown(nothingShown, [one, two], new Set(), true);

  test('is shown when each counted item has arrived', () => {
    const half = updateShown(summary, [two], new Set([one.id]), true);
    const all = updateShown(half, [], new Set([one.id, two.id]), true);
    expect(isAllSent(all, new Set([one.id, two.id]))).toBe(true);
  });

  test('is not shown for undone items', () => {
    const sent = new Set([one.id]);
    expect(isAllSent(updateShown(updateShown(summary, [two], sent, true), [], sent, true), sent)).toBe(false);
  });

  test('is shown for rewritten items once they have arrived', () => {
    const again = comment({ targetId: one.targetId });
    const sent = new Set([again.id, two.id]);
    const shownAgain = updateShown(summary, [again, two], new Set(), true);
    expect(isAllSent(updateShown(shownAgain, [], sent, true), sent)).toBe(true);
  });

  test('is not shown for items that were never counted', () => {
    const sent = new Set([one.id]);
    expect(isAllSent(updateShown(updateShown(nothingShown, [one], new Set(), false), [], sent, false), sent)).toBe(
      false,
    );
  });
});

describe("the outbox's sentence about remaining items", () => {
  const left = (...rows: QueuedMutation[]) => {
    const { needsYou, waiting } = groupOutbox(entriesOf(rows), now);
    return remainingOf([...needsYou, ...waiting]);
  };
  const bad = comment({ state: 'failed', lastError: refused });
  const old = comment({ wantedAt: now - 15 * 86_400_000 });

  test('"It goes out by itself" is shown only where all of it does', () => {
    expect(left(comment(), comment({ nextAt: now + 60_000, attempts: 1 }))).toBe('moving');
    expect(left(comment(), bad)).toBe('some');
    expect(left()).toBe('nothing');
  });

  test('items that need the member, and those behind them, are not sent by themselves', () => {
    expect(left(bad, comment({ dependsOn: [bad.id], state: 'blocked' }))).toBe('yours');
    expect(left(old, comment({ lane: old.lane }))).toBe('yours');
    const editing = comment({ state: 'editing' });
    const said = comment({ dependsOn: [editing.id] });
    expect(left(editing, said, comment({ dependsOn: [said.id] }))).toBe('yours');
    // A refused mutation holds up nothing else of its scope.
    expect(left(bad, comment({ lane: bad.lane }))).toBe('some');
  });

  test('a bike with other photos still uploading is on its way, though one was refused', () => {
    const part = { slug: '', brand: '', photos: [{ id: newId() }, { id: newId() }] as never };
    const bike = placed(publishBikeMutation.create({ subject: subject(), bike: {} as PublishedBike, part }, me, now));
    const [first = '', second = ''] = (part.photos as { id: string }[]).map(({ id }) => id);
    const unreadable = placed(photoOf(bike, first, '1/2', now, 1), { state: 'failed', lastError: refused });
    const photo = placed(photoOf(bike, second, '2/2', now, 2));
    const whole: QueuedMutation = { ...bike, state: 'blocked', dependsOn: [unreadable.id, photo.id] };
    expect(left(unreadable, photo, whole)).toBe('some');
    expect(left(unreadable, whole)).toBe('yours');
  });

  test('one bike in two folders is two items', () => {
    const addedTo = (id: string) => {
      const about = subject('01890000-0000-7000-8000-000000000101');
      return placed(addFavoriteMutation.create({ bike: about, card: {} as never, folder: { id, name: id } }, me));
    };
    const rows = [addedTo('a'), addedTo('b')];
    expect(outboxSummary(rows, now).waiting).toHaveLength(2);
  });
});

test('only Safari, and only in a tab, deletes queued items after seven days without a visit', () => {
  expect(deletesAfterWeek('Apple Computer, Inc.', false)).toBe(true);
  expect(deletesAfterWeek('Apple Computer, Inc.', true)).toBe(false);
  expect(deletesAfterWeek('Google Inc.', false)).toBe(false);
  expect(deletesAfterWeek('', false)).toBe(false);
});

describe('the export of a suspended account', () => {
  test('has every queued comment, message and bike, and every draft, as text', () => {
    const said = comment();
    const components = [{ id: newId(), slot: 'Fork', position: null, text: 'Rigid', brand: '' }];
    const bikeBody = { id: newId(), brandId: 'surly', model: 'Ogre', frameMaterial: 'Steel', pricePublic: false };
    const body = { ...bikeBody, story: 'Found it.\nKept it.', dynamo: true, eBike: { motorW: 250 }, components };
    const photos = [{ id: newId(), caption: 'The fork' }];
    const bike = placed(
      publishBikeMutation.create(
        { subject: subject(), bike: { ...body, photos } as never, part: { slug: '', brand: '', photos: [] } },
        me,
        now,
      ),
    );
    const photo = placed(photoOf(bike, newId(), '1/1', now, 1));
    const fields = { model: 'Troll', 'frameSize.letter': 'M', story: 'Soon.' };
    const written = unsentTexts([said, photo, bike], [{ id: newId(), title: 'Draft: Troll', fields, picture: null }]);
    expect(written.map(({ title, text }) => [title, text])).toEqual([
      [`Comment on ${said.subject.title}`, 'Hm.'],
      [
        `New bike: ${bike.title}`,
        'Brand: surly\nModel: Ogre\nFrame material: Steel\nStory: Found it.\nKept it.\nDynamo\nMotor power: 250\nFork\nRigid\nCaption: The fork',
      ],
      ['Draft: Troll', 'Model: Troll\nFrame size: M\nStory: Soon.'],
    ]);
  });
});

describe('the outbox while it is flushed', () => {
  const groupsOf = (rows: QueuedMutation[]) => groupOutbox(entriesOf(rows));
  const lineOf = ({ id, kind, title, subject: about }: QueuedMutation): SentLine => ({
    id,
    version: rowVersion,
    userId: me,
    kind,
    title,
    subject: about,
    sentAt: now,
  });
  const rows = [comment(), comment(), comment()] as [QueuedMutation, QueuedMutation, QueuedMutation];
  const seen = keepSteady(nothingSeen, groupsOf(rows), []);
  const order = (steady: typeof seen) =>
    itemsOf(steady, 'waiting').map(({ item, sentAt }) => [item.row.id, sentAt !== null]);

  test('keeps arrived items in place, as sent', () => {
    const later = keepSteady(seen, groupsOf([rows[0], rows[2]]), [lineOf(rows[1])]);
    expect(order(later)).toEqual([
      [rows[0].id, false],
      [rows[1].id, true],
      [rows[2].id, false],
    ]);
  });

  test('keeps refused items in place; undone ones disappear, and return to their place', () => {
    const bad: QueuedMutation = { ...rows[1], state: 'failed', lastError: refused };
    const after = keepSteady(seen, groupsOf([rows[0], bad, rows[2]]), []);
    expect(order(after).map(([id]) => id)).toEqual(rows.map((row) => row.id));
    const without = keepSteady(after, groupsOf([bad, rows[2]]), []);
    expect(order(without).map(([id]) => id)).toEqual([bad.id, rows[2].id]);
    const restored = keepSteady(without, groupsOf([rows[0], bad, rows[2]]), []);
    expect(order(restored).map(([id]) => id)).toEqual(rows.map((row) => row.id));
  });

  test('lists refused items first when it is opened again', () => {
    const bad: QueuedMutation = { ...rows[1], state: 'failed', lastError: refused };
    const fresh = keepSteady(nothingSeen, groupsOf([rows[0], bad]), []);
    expect(itemsOf(fresh, 'needsYou').map(({ item }) => item.row.id)).toEqual([bad.id]);
  });
});

describe('the reason of a refusal', () => {
  const reasonOf = (row: QueuedMutation) => askText({ waiting: waitingOf(row, [], definitionOf(row)) });

  test('names the fields of a bike that are wrong', () => {
    const validation = {
      category: ['Choose one.'],
      'eBike.motorW': ['Enter a number.'],
      'photos.2.caption': ['Keep the caption under 200 characters.'],
      _: ['Try again.'],
    };
    const bike = placed(bikeNow(), { state: 'failed', lastError: { ...refused, code: 'validation', validation } });
    expect(reasonOf(bike)).toBe(
      'Category: Choose one. Motor power: Enter a number. Photo 3: Keep the caption under 200 characters. Try again.',
    );
  });

  test("is in the page's language where the page knows it, whatever language it came in", () => {
    const inGerman = { ...refused, message: 'Das gibt es nicht.' };
    expect(reasonOf(comment({ state: 'failed', lastError: inGerman }))).toBe(refused.message);
    const unknown = { ...inGerman, code: 'comment.exists' };
    expect(reasonOf(comment({ state: 'failed', lastError: unknown }))).toBe('Das gibt es nicht.');
  });

  test('is the sentence of the server for every code that both know', () => {
    const error = { status: 403, message: 'from the server', validation: null };
    const known = Object.entries(problems).filter(([code]) => messageOf({ ...error, code }) !== error.message);
    expect(known.length).toBeGreaterThan(10);
    for (const [code, { message }] of known) expect(messageOf({ ...error, code }), code).toBe(message);
  });
});

describe('the actions on a refused item', () => {
  const chances = (change: Partial<MutationError>) => {
    const row = comment({ state: 'failed', lastError: { ...refused, ...change } });
    const { canRetry, canChange } = waitingOf(row, [row], definitionOf(row));
    return { canRetry, canChange };
  };

  test('Retry is offered only where the same request may succeed', () => {
    expect(chances({ remedy: 'later' }).canRetry).toBe(true);
    // An earlier version of the site names no remedy.
    expect(chances({ remedy: undefined }).canRetry).toBe(true);
    for (const code of ['proxy', 'proxy_limit']) expect(chances({ code, remedy: undefined }).canRetry).toBe(true);
    for (const code of ['validation', 'photo_lost']) expect(chances({ code, remedy: undefined }).canRetry).toBe(false);
    for (const remedy of ['none', 'change'] as const) expect(chances({ remedy }).canRetry).toBe(false);
  });

  test('Edit is offered where another text may succeed, not where the target is gone', () => {
    for (const code of ['validation', 'photo_lost']) expect(chances({ code, remedy: undefined }).canChange).toBe(true);
    expect(chances({ remedy: 'change' }).canChange).toBe(true);
    expect(chances({ remedy: 'none' }).canChange).toBe(false);
  });
});

test('a bike is shown as being sent while one of its photos is, and as waiting before and after', () => {
  const bike = placed(bikeNow());
  const photo = placed(photoOf(bike, newId(), '1/1', now, 0));
  const waits = { ...bike, dependsOn: [photo.id] };
  const lookWhile = (state: QueuedMutation['state']) =>
    wholeOf(waitingOf(waits, [{ ...photo, state }, waits], definitionOf(waits))).look;
  expect(lookWhile('queued')).toBe('waiting');
  expect(lookWhile('sending')).toBe('sending');
  expect(lookWhile('failed')).toBe('waiting');
  const other = placed(photoOf(bike, newId(), '1/1', now, 0), { state: 'sending' });
  expect(wholeOf(waitingOf(waits, [photo, other, waits], definitionOf(waits))).look).toBe('waiting');
});
