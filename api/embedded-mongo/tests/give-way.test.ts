import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'bson';
import type { Document } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Reply } from '../commands/cursors.ts';
import { Engine, type Request, type Running } from '../commands/engine.ts';
import { check } from '../operator/check.ts';
import { answerBatch, goOn } from '../server/batch.ts';
import { Store } from '../store/store.ts';
import { temporaryFolder } from './kit.ts';

const size = 300;
let folder: string;
let store: Store;
let engine: Engine;
/** While true, each clock reading advances it by a millisecond, so that reads yield after a few documents. */
let ticks = false;
let now = 0;

beforeEach(() => {
  folder = temporaryFolder();
  store = new Store(join(folder, 'data.db'), 'NORMAL');
  engine = new Engine(store, () => 0);
  ticks = false;
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (ticks ? ++now : now));
  answer(insert(...Array.from({ length: size }, (_, i) => ({ _id: i, n: i, even: i % 2 === 0, list: [i, -1] }))));
  const keys = [{ n: 1 }, { n: -1, even: 1 }, { list: 1 }, { even: 1 }];
  answer(command({ createIndexes: 'rows', indexes: keys.map((key, i) => ({ key, name: `i${i}` })) }));
});
afterEach(() => {
  vi.restoreAllMocks();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const command = (fields: Document): Request => {
  const whole = { ...fields, $db: 't' };
  return { command: whole, typed: () => whole };
};
const raw = (doc: Document): Buffer => Buffer.from(serialize(doc));
const insert = (...docs: Document[]): Request => command({ insert: 'rows', documents: docs.map(raw) });
const update = (q: Document, u: Document, multi = true): Request =>
  command({ update: 'rows', updates: [raw({ q, u, multi })] });
const remove = (q: Document): Request => command({ delete: 'rows', deletes: [{ q, limit: 0 }] });
const shown = (reply: Reply): Document => (Buffer.isBuffer(reply) ? deserialize(reply) : reply);

/** Runs a command that does not yield. */
function answer(request: Request): Document {
  const before = ticks;
  ticks = false;
  const [outcome] = answerBatch(store, engine, [request]);
  ticks = before;
  if (!outcome || 'running' in outcome) throw new Error('it gave way');
  return shown(outcome.reply);
}

/** Runs a command that yields at least once. `meanwhile` is called at each pause with its number. */
function slowly(request: Request, meanwhile: (pause: number) => void = () => undefined): Document {
  ticks = true;
  const [first] = answerBatch(store, engine, [request]);
  if (!first || 'reply' in first) throw new Error(`it did not give way: ${JSON.stringify(first)}`);
  const { running }: { running: Running } = first;
  for (let pause = 1; ; pause++) {
    ticks = false;
    meanwhile(pause);
    ticks = true;
    const outcome = goOn(store, engine, running);
    if ('running' in outcome) continue;
    ticks = false;
    return shown(outcome.reply);
  }
}
const once =
  (run: () => void, at = 2) =>
  (pause: number) => {
    if (pause === at) run();
  };
const idsOf = (reply: Document): number[] => reply.cursor.firstBatch.map(({ _id }: Document) => _id);
const everything = { batchSize: 10_000 };
/** Checks the file, its index entries included. */
const faults = (): string[] => {
  const steps = check(store.sqlite);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value.faults.first;
  }
};
const all = Array.from({ length: size }, (_, i) => i);

const scans: [name: string, request: Document][] = [
  ['everything', { filter: { even: { $exists: true } } }],
  ['an index', { filter: { n: { $gte: 0 } }, hint: 'i0' }],
  ['an index backwards', { filter: { n: { $gte: 0 } }, sort: { n: -1 }, hint: 'i0' }],
  ['a descending index', { filter: { n: { $gte: 0 } }, hint: 'i1' }],
  ['an index of arrays', { filter: { list: { $gte: -1 } }, hint: 'i2' }],
  ['an index of few values', { filter: { even: { $in: [true, false] } }, hint: 'i3' }],
  ['an index of few values backwards', { filter: { even: { $gte: false } }, sort: { even: -1 }, hint: 'i3' }],
  ['the index of _id', { filter: { _id: { $gte: 0 } } }],
  ['the index of _id backwards', { filter: {}, sort: { _id: -1 } }],
  ['several indexes', { filter: { $or: [{ n: { $gte: 0 } }, { list: { $gte: -1 } }] } }],
  ['everything, sorted', { filter: {}, sort: { even: 1, _id: 1 } }],
];

describe('a scan that gives way', () => {
  test.for(scans)('of %s finds each document once', ([, request]) => {
    const ids = idsOf(slowly(command({ find: 'rows', ...request, ...everything })));
    expect(ids.toSorted((a, b) => a - b)).toEqual(all);
  });

  test.for(scans)('of %s leaves out what was removed meanwhile, and finds nothing twice', ([, request]) => {
    const gone = [150, 151, 152];
    const ids = idsOf(
      slowly(
        command({ find: 'rows', ...request, ...everything }),
        once(() => {
          answer(remove({ _id: { $in: gone } }));
          // Moves documents from either end to the other, to both sides of the scan's position.
          answer(update({ _id: { $in: [0, 1, 2, 3] } }, { $inc: { n: 1000, 'list.0': 1000 } }));
          answer(update({ _id: { $in: [295, 296, 297] } }, { $inc: { n: -290.5, 'list.0': -290.5 } }));
        }),
      ),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of gone) expect(ids).not.toContain(id);
    // Documents that nobody wrote to must be found.
    const untouched = all.filter((id) => ids.includes(id) || (id > 3 && id < 295 && !gone.includes(id)));
    expect(ids.toSorted((a, b) => a - b)).toEqual(untouched);
  });

  test('sorted, shows nothing that no longer matches', () => {
    const find = { find: 'rows', filter: { even: true }, sort: { list: 1 }, ...everything };
    const reply = slowly(
      command(find),
      once(() => answer(update({ _id: { $lt: 10 } }, { $set: { even: false } }))),
    );
    expect(reply.cursor.firstBatch.every(({ even }: Document) => even)).toBe(true);
    expect(idsOf(reply)).toHaveLength(145);
  });

  describe.for([
    ['fewer than are in reserve', 200],
    ['more than are in reserve', 1200],
  ] as const)('while others remove what comes first, %s,', ([, gone]) => {
    const count = 2200;
    const takeTheFirst = (): void => {
      answer(remove({ rank: { $lt: gone } }));
      answer(insert({ _id: count, rank: count }));
    };
    /** Returns a callback that fires shortly before the end of a search, when it has found all its first results. */
    const late = (): ((pause: number) => void) => {
      let pauses = 0;
      slowly(command({ find: 'rows', sort: { rank: 1 }, limit: 3 }), (pause) => {
        pauses = pause;
      });
      return once(takeTheFirst, pauses - 3);
    };
    beforeEach(() => {
      answer(remove({}));
      answer(insert(...Array.from({ length: count }, (_, i) => ({ _id: i, rank: i }))));
    });

    test('a page has as many as fit, in their order', () => {
      const find = command({ find: 'rows', sort: { rank: 1 }, limit: 3 });
      expect(idsOf(slowly(find, late()))).toEqual([gone, gone + 1, gone + 2]);
    });

    test('a pipeline has too', () => {
      const aggregate = { aggregate: 'rows', pipeline: [{ $sort: { rank: 1 } }, { $limit: 3 }], cursor: {} };
      expect(idsOf(slowly(command(aggregate), late()))).toEqual([gone, gone + 1, gone + 2]);
    });

    test('a change of the first finds it, and an upsert adds none', () => {
      const change = {
        query: { rank: { $gte: 0 } },
        sort: { rank: 1 },
        update: { $set: { taken: true } },
        upsert: true,
      };
      const reply = slowly(command({ findAndModify: 'rows', ...change }), late());
      expect(reply).toMatchObject({ lastErrorObject: { n: 1, updatedExisting: true } });
      expect(Number(reply.value._id)).toBe(gone);
      expect(answer(command({ count: 'rows' }))).toMatchObject({ n: count - gone + 1 });
    });
  });

  test.for<[name: string, request: Document, answer: Document]>([
    ['count', { count: 'rows', query: { even: true, list: { $exists: true } } }, { n: 150 }],
    ['distinct', { distinct: 'rows', key: 'even', query: { list: { $exists: true } } }, { values: [false, true] }],
    [
      'aggregate',
      {
        aggregate: 'rows',
        pipeline: [
          { $match: { even: true } },
          { $project: { half: { $add: ['$n', 1] } } },
          { $match: { half: { $gt: 100 } } },
          { $group: { _id: 1, n: { $sum: 1 } } },
        ],
        cursor: {},
      },
      { cursor: { firstBatch: [{ _id: 1, n: 100 }] } },
    ],
    [
      '$group and $sort',
      {
        aggregate: 'rows',
        pipeline: [
          { $match: { list: { $exists: true } } },
          { $group: { _id: '$even', n: { $sum: 1 }, last: { $last: '$n' } } },
          { $sort: { n: 1, _id: -1 } },
          { $limit: 2 },
        ],
        cursor: {},
      },
      {
        cursor: {
          firstBatch: [
            { _id: true, n: 150, last: 298 },
            { _id: false, n: 150, last: 299 },
          ],
        },
      },
    ],
  ])('answers %s as one that does not', ([, request, wanted]) => {
    expect(slowly(command(request))).toMatchObject({ ...wanted, ok: 1 });
  });

  test('ends with its collection, its name or its index', () => {
    const find = command({ find: 'rows', filter: { n: { $gte: 0 } }, hint: 'i0', ...everything });
    const dropIndex = command({ dropIndexes: 'rows', index: 'i0' });
    expect(
      slowly(
        find,
        once(() => answer(dropIndex)),
      ),
    ).toMatchObject({ ok: 0, code: 175 });
    const scan = command({ find: 'rows', filter: { even: { $exists: true } }, ...everything });
    // A new collection of the same name replaces the old one.
    const again = (): void => {
      answer(command({ drop: 'rows' }));
      answer(insert({ _id: 0, even: 1 }));
    };
    expect(slowly(scan, once(again))).toMatchObject({ ok: 0, code: 175 });
  });

  test.for([[[]], [[{ $match: { n: { $gte: 0 } } }]]])(
    'for a sample after %j takes different documents',
    ([before]) => {
      const pipeline = [...(before ?? []), { $sample: { size: 50 } }];
      const aggregate = command({ aggregate: 'rows', pipeline, cursor: everything });
      expect(new Set(idsOf(slowly(aggregate))).size).toBe(50);
      const drop = once(() => answer(command({ drop: 'rows' })), 1);
      expect(slowly(aggregate, drop)).toMatchObject({ ok: 0, code: 175 });
    },
  );

  test('is over when its time is', () => {
    vi.spyOn(Date, 'now').mockImplementation(() => now);
    const find = command({ find: 'rows', filter: { even: { $exists: true } }, maxTimeMS: 500, ...everything });
    expect(
      slowly(find, () => {
        now += 400;
      }),
    ).toMatchObject({ ok: 0, code: 50 });
  });
});

describe('a write that gives way', () => {
  test('changes all, each once', () => {
    expect(slowly(update({ n: { $gte: 0 } }, { $inc: { n: 1000 } }))).toMatchObject({ n: size, nModified: size });
    const { cursor } = answer(command({ find: 'rows', filter: { n: { $gte: 1000, $lt: 2000 } }, ...everything }));
    expect(cursor.firstBatch).toHaveLength(size);
    expect(faults()).toEqual([]);
  });

  test('leaves alone what matches no more, and takes what another wrote', () => {
    let changed = 0;
    const reply = slowly(update({ even: true }, { $inc: { n: 1 } }), (pause) => {
      if (pause !== 2) return;
      answer(update({ _id: 298 }, { $set: { even: false } }, false));
      answer(update({ _id: 296 }, { $set: { other: 1 } }, false));
      answer(remove({ _id: 294 }));
      changed++;
    });
    expect(changed).toBe(1);
    expect(reply).toMatchObject({ n: 148, nModified: 148 });
    const find = command({ find: 'rows', filter: { _id: { $gte: 294 }, list: { $exists: true } }, ...everything });
    expect(answer(find).cursor.firstBatch.map(({ _id, n, other }: Document) => [_id, n, other])).toEqual([
      [295, 295, undefined],
      [296, 297, 1],
      [297, 297, undefined],
      [298, 298, undefined],
      [299, 299, undefined],
    ]);
  });

  test('adds none by an upsert when what it found has moved meanwhile', () => {
    const move = (): void => {
      answer(update({ _id: size - 1 }, { $set: { n: 0 } }));
      answer(remove({ n: { $gt: 149 } }));
      answer(insert({ _id: size, n: 149.5, even: true }));
    };
    const upsert = { q: { n: { $gt: 149 } }, u: { $set: { seen: true } }, multi: true, upsert: true, hint: 'i0' };
    const reply = slowly(command({ update: 'rows', updates: [raw(upsert)] }), once(move, 3));
    expect(reply).toMatchObject({ n: 1, nModified: 1 });
    expect(reply.upserted).toBeUndefined();
  });

  const one = (_id: number) => ({ q: { _id }, limit: 1 });

  test('of many statements lets others go between them', () => {
    const updates = all.map((_id) => raw({ q: { _id }, u: { $inc: { n: 1000 } } }));
    const gone = once(() => answer(remove({ _id: size - 1 })));
    expect(slowly(command({ update: 'rows', updates }), gone)).toMatchObject({ n: size - 1, nModified: size - 1 });
    expect(slowly(command({ delete: 'rows', deletes: all.map(one) }))).toMatchObject({ n: size - 1 });
    expect(answer(command({ count: 'rows' }))).toMatchObject({ n: 0 });
    expect(faults()).toEqual([]);
  });

  test('keeps an index that was made meanwhile', () => {
    const make = command({ createIndexes: 'rows', indexes: [{ key: { even: 1, n: 1 }, name: 'new' }] });
    slowly(
      update({ n: { $gte: 0 } }, { $inc: { n: 1000 } }),
      once(() => answer(make)),
    );
    slowly(remove({ even: true, n: { $gte: 0 } }));
    const find = command({ find: 'rows', filter: { even: { $in: [true, false] } }, hint: 'new', ...everything });
    expect(answer(find).cursor.firstBatch).toHaveLength(size / 2);
    expect(faults()).toEqual([]);
  });

  test('removes all', () => {
    expect(slowly(remove({ even: true }))).toMatchObject({ n: 150 });
    expect(answer(command({ count: 'rows' }))).toMatchObject({ n: 150 });
    expect(faults()).toEqual([]);
  });

  test('ends with its collection, and writes nothing to one of the same name', () => {
    const again = (): void => {
      answer(command({ drop: 'rows' }));
      answer(insert({ _id: 1, even: true, n: 1 }));
    };
    const reply = slowly(update({ even: true }, { $inc: { n: 1 } }), once(again));
    expect(reply.writeErrors).toMatchObject([{ code: 175 }]);
    expect(answer(command({ find: 'rows' })).cursor.firstBatch).toEqual([{ _id: 1, even: true, n: 1 }]);
  });
});

describe('the build of an index that gives way', () => {
  const make = (...indexes: Document[]): Request => command({ createIndexes: 'rows', indexes });
  const even = { key: { even: -1, n: 1 }, name: 'new' };
  const by = (hint: string, filter: Document = { even: { $in: [true, false] } }): Document =>
    answer(command({ find: 'rows', filter, hint, ...everything }));
  const names = (): string[] =>
    answer(command({ listIndexes: 'rows' })).cursor.firstBatch.map(({ name }: Document) => name);
  const given = ['_id_', 'i0', 'i1', 'i2', 'i3'];

  test('has all in the end, several at once, and what others wrote meanwhile', () => {
    const several = make(even, { key: { late: 1 }, name: 'late', sparse: true });
    const reply = slowly(
      several,
      once(() => {
        answer(remove({ _id: { $in: [0, size - 1] } }));
        answer(update({ _id: { $in: [1, size - 2] } }, { $set: { even: true, late: 1, list: [[7], 8] } }));
        answer(insert({ _id: size, n: size, even: false, late: 2 }));
        expect(faults()).toEqual([]);
      }),
    );
    expect(reply).toMatchObject({ ok: 1, numIndexesBefore: 5, numIndexesAfter: 7 });
    const left = all.slice(1, -1);
    expect(idsOf(by('new')).toSorted((a, b) => a - b)).toEqual([...left, size]);
    expect(idsOf(by('late', { late: { $gte: 0 } }))).toEqual([1, size - 2, size]);
    expect(faults()).toEqual([]);
  });

  test('serves no query before it is done', () => {
    const seen: unknown[] = [];
    slowly(make(even), () => seen.push(by('new').code, names()));
    expect(seen.length).toBeGreaterThan(4);
    expect(new Set(seen.map(String))).toEqual(new Set(['2', given.join()]));
    expect(names()).toEqual([...given, 'new']);
  });

  test('leaves nothing when a late document refuses, and refuses what is written against it', () => {
    answer(update({ _id: size - 1 }, { $set: { n: 0 } }));
    const refusals: unknown[] = [];
    const reply = slowly(
      make({ key: { n: 1 }, name: 'one', unique: true }, even),
      once(() => refusals.push(answer(insert({ _id: size, n: 1 })).writeErrors[0].code)),
    );
    expect(refusals).toEqual([11000]);
    expect(reply).toMatchObject({ ok: 0, code: 11000 });
    expect(names()).toEqual(given);
    expect(faults()).toEqual([]);
    answer(update({ _id: size - 1 }, { $set: { n: size - 1 } }));
    expect(slowly(make({ key: { n: 1 }, name: 'one', unique: true }))).toMatchObject({ ok: 1 });
  });

  test('ends with one of its indexes, with the name of its collection and with that', () => {
    const kept = (): unknown => store.sqlite.prepare('SELECT count(*) AS n FROM indexes').get();
    const before = kept();
    const dropped = once(() => answer(command({ dropIndexes: 'rows', index: 'new' })));
    const another = { key: { late: 1 }, name: 'late' };
    expect(slowly(make(another, even), dropped)).toMatchObject({ ok: 0, code: 276 });
    const rename = (from: string, to: string): void => {
      const renamed = { renameCollection: `t.${from}`, to: `t.${to}`, $db: 'admin' };
      expect(answer({ command: renamed, typed: () => renamed })).toMatchObject({ ok: 1 });
    };
    const called = once(() => rename('rows', 'others'));
    expect(slowly(make(even), called)).toMatchObject({ ok: 0, code: 175 });
    rename('others', 'rows');
    expect(kept()).toEqual(before);
    expect(faults()).toEqual([]);
    const gone = once(() => answer(command({ drop: 'rows' })));
    expect(slowly(make(even), gone)).toMatchObject({ ok: 0, code: 175 });
    expect(faults()).toEqual([]);
  });

  test('that is asked for twice is done with the first', () => {
    let second: Document | undefined;
    const first = slowly(
      make(even),
      once(() => {
        second = slowly(make(even));
      }),
    );
    expect(second).toMatchObject({ ok: 1, numIndexesBefore: 5, numIndexesAfter: 6 });
    expect(first).toMatchObject({ ok: 1, numIndexesAfter: 6 });
    expect(idsOf(by('new'))).toHaveLength(size);
    expect(faults()).toEqual([]);
  });

  test('that a crash broke off is started again', () => {
    ticks = true;
    const [outcome] = answerBatch(store, engine, [make(even)]);
    ticks = false;
    expect(outcome).toHaveProperty('running');
    expect(faults()).toEqual([]);
    store.close();
    store = new Store(join(folder, 'data.db'), 'NORMAL');
    engine = new Engine(store, () => 0);
    expect(names()).toEqual(given);
    expect(faults()).toEqual([]);
    expect(slowly(make(even))).toMatchObject({ ok: 1, numIndexesBefore: 5, numIndexesAfter: 6 });
    expect(idsOf(by('new'))).toHaveLength(size);
    expect(faults()).toEqual([]);
  });
});
