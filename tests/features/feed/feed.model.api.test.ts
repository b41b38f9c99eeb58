import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeBikeStatus } from '#contract/bike-status.ts';
import { getOwnBike, putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { blockMember, unblockMember } from '#contract/blocks.ts';
import { type FeedEntry, listFeed } from '#contract/feed.ts';
import { type FollowKind, followThing, unfollowThing } from '#contract/follows.ts';
import { type Id, newId } from '#contract/ids.ts';
import { makerOfKey, modelKeyOf } from '#contract/model-key.ts';
import type { Page } from '#contract/paging.ts';
import { type Answered, TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { type Edit, type NewsContent, newsOf } from '#tests/kit/naive-news.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { type Rng, rng } from '#tests/kit/random.ts';

type Member = { browser: TestBrowser; id: Id; photos: Id[] };
type Row = {
  _id: string;
  ownership: string;
  status: string;
  owner: { id: string };
  brand: string;
  model: string;
  tags: string[];
  colors: string[];
  photos: { id: string }[];
  history: { id: string; title: string }[];
  publishedAt: Date;
};
type Told = Pick<FeedEntry, 'kind' | 'at'> & {
  bikeId: string;
  because: string[];
  what: (string | number | undefined)[];
};

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const models = ['Ogre', 'Straggler', 'Pugsley'];
const tags = ['lugged', 'steel', 'rando'];
const searches = ['keywords=surly', 'keywords=stragler', 'color=Red', 'keywords=lugged+ogre', 'keywords=ogre+pink'];
const ownerships = ['Current', 'Sold', 'Retired', 'Stolen'];
const steps = 60;

let app: TestApp;
const members: Member[] = [];
let clock = new Date().setUTCHours(8, 0, 0, 0) + day;
let edits = new Map<string, Edit[]>();
let wins: { bikeId: string; week: string; at: number }[] = [];

beforeAll(async () => {
  app = await TestApp.open({}, { still: true, now: () => new Date(clock) });
  const bytes = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  for (const name of ['ana', 'ben', 'cleo', 'dan']) {
    const { browser, user } = await app.member(name);
    const photos = Array.from({ length: 7 }, () => newId());
    for (const id of photos) await browser.sendPhoto(bytes, { id });
    members.push({ browser, id: user.id, photos });
  }
});
beforeEach(async () => {
  for (const name of ['limits', 'follows', 'bikes', 'bikeNews', 'blocks', 'words'])
    await app.db.collection(name).deleteMany({});
  [edits, wins] = [new Map(), []];
});
afterAll(() => app.close());

const rowsOf = () => app.db.collection<Row>('bikes').find().toArray();
const contentOf = ({ photos, history, ownership }: Row): NewsContent => ({
  photos: photos.map(({ id }) => id),
  history: history.map(({ id }) => id),
  ownership,
});

/** The news of a bike, computed from all its edits and wins. */
function toldOf(row: Row): Told[] {
  const titleOf = (entryId: string | undefined) => row.history.find(({ id }) => id === entryId)?.title;
  const won = wins.filter(({ bikeId }) => bikeId === row._id);
  return [
    ...newsOf(contentOf(row), edits.get(row._id) ?? [], titleOf),
    ...won.map(({ at, week }) => ({ kind: 'won' as const, at: new Date(at).toISOString(), what: [week] })),
  ].map((one) => ({ ...one, bikeId: row._id, because: [] }));
}

/** Whether a bike has every keyword of a search and its color. */
function finds(key: string, { brand, model, tags: own, colors }: Row): boolean {
  const asked = new URLSearchParams(key);
  const text = [brand, model, ...own].join(' ').toLowerCase();
  const keywords = asked.get('keywords')?.split(' ') ?? [];
  return keywords.every((word) => text.includes(word)) && asked.getAll('color').every((one) => colors.includes(one));
}

/** The feed of a member, computed from everything that is stored. */
async function expected(me: Member): Promise<Told[]> {
  const follows = await app.db.collection('follows').find({ userId: me.id }).toArray();
  const blocks = await app.db.collection('blocks').find().toArray();
  const has = (kind: FollowKind, key: string) => follows.some((one) => one.kind === kind && one.key === key);
  const rows = await rowsOf();
  const found = new Map<string, string[]>();
  for (const { kind, key } of follows) {
    if (kind !== 'search') continue;
    for (const row of rows)
      if (finds(String(key), row)) found.set(row._id, [...(found.get(row._id) ?? []), String(key)]);
  }
  const told = rows.flatMap((row): Told[] => {
    const isBlocked = blocks.some(({ blockerId, blocked }) =>
      [
        [me.id, row.owner.id],
        [row.owner.id, me.id],
      ].some(([one, other]) => blockerId === one && blocked.id === other),
    );
    if (row.status !== 'Active' || row.owner.id === me.id || isBlocked) return [];
    const by = (kind: FollowKind, ...keys: string[]) =>
      keys.filter((key) => has(kind, key)).map((key) => `${kind} ${key}`);
    const member = by('member', row.owner.id);
    const model = [...by('brand', makerOfKey(modelKeyOf(row))), ...by('model', modelKeyOf(row))];
    const tagged = by('tag', ...row.tags);
    const isNew = [...member, ...model, ...tagged, ...(found.get(row._id) ?? []).map((key) => `search ${key}`)];
    const isEdited = [...member, ...by('bike', row._id), ...model, ...tagged];
    return [
      { kind: 'bike', at: row.publishedAt.toISOString(), bikeId: row._id, because: isNew, what: [] },
      ...toldOf(row).map((one) => ({ ...one, because: isEdited })),
    ];
  });
  return sorted(told.filter(({ because }) => because.length > 0));
}

const sorted = (told: Told[]) =>
  told
    .map((one) => ({ ...one, because: one.because.toSorted() }))
    .toSorted((a, b) =>
      a.at === b.at ? `${a.kind}${a.bikeId}`.localeCompare(`${b.kind}${b.bikeId}`) : a.at < b.at ? 1 : -1,
    );

async function actual(me: Member, limit: number): Promise<Told[]> {
  const entries: FeedEntry[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const listed: Answered<Page<FeedEntry>> = await me.browser.call(listFeed, { query: { limit, cursor } });
    const page: Page<FeedEntry> = listed.answer.data ?? expect.fail();
    if (page.next) expect(page.items.length, 'entries of a page').toBeGreaterThan(0);
    entries.push(...page.items);
    cursor = page.next;
  }
  expect(new Set(entries.map(({ id }) => id)).size, 'different entries').toBe(entries.length);
  expect(entries.map(({ at }) => at)).toEqual(
    entries
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
  return sorted(
    entries.map(({ kind, at, bike, because, photos = [], photoCount, title, ownership, week }) => ({
      kind,
      at,
      bikeId: bike.id,
      because: because.map((one) => `${one.kind} ${one.key}`),
      what: [title ?? photoCount ?? ownership ?? week, ...photos.map(({ id }) => id)].filter(
        (one) => one !== undefined,
      ),
    })),
  );
}

const pick = <T>(r: Rng, list: readonly T[]): T => list[Math.floor(r() * list.length)] as T;
const some = <T>(r: Rng, list: readonly T[]): T[] => list.filter(() => r.chance(0.4));

async function publish(r: Rng, { browser, photos }: Member): Promise<void> {
  const more = { model: pick(r, models), tags: some(r, tags), colors: [pick(r, ['Red', 'Blue'])] };
  await browser.call(putBike, { params: { bikeId: newId() }, body: bikeWith(photos.slice(0, 1), more) });
}

async function edit(r: Rng, { browser, photos }: Member, row: Row): Promise<void> {
  const { answer } = await browser.call(getOwnBike, { params: { bikeId: row._id } });
  if (!answer.data) return;
  const entries = row.history.filter(() => r.chance(0.8));
  const titled = entries.map((one) => ({ ...one, title: r.chance(0.2) ? `Changed ${r().toFixed(3)}` : one.title }));
  const added = { id: newId(), date: '2024-05-01', title: `Added ${r().toFixed(3)}`, text: '' };
  const shown = [photos[0] as Id, ...some(r, photos.slice(1))];
  const body = {
    ...answer.data,
    status: 'Active',
    ...(r.chance(0.5) && { photos: shown.map((id) => ({ id, kind: 'Drive side' })) }),
    ...(r.chance(0.5) && { history: r.chance(0.6) ? [...titled, added] : titled }),
    ...(r.chance(0.3) && { ownership: pick(r, ownerships), registryUrl: '' }),
    ...(r.chance(0.2) && { tags: some(r, tags) }),
    ...(r.chance(0.2) && { model: pick(r, models), colors: [pick(r, ['Red', 'Blue'])] }),
  };
  const at = clock;
  const { status } = await browser.call(putBike, { params: { bikeId: row._id }, body });
  expect(status).toBe(200);
  const after = (await rowsOf()).find(({ _id }) => _id === row._id) ?? expect.fail();
  const all = edits.get(row._id) ?? [];
  edits.set(row._id, [...all, { at, before: contentOf(row), after: contentOf(after) }]);
}

const targetOf = (r: Rng, rows: readonly Row[]): { kind: FollowKind; key: string } =>
  pick(r, [
    { kind: 'member', key: pick(r, members).id },
    { kind: 'bike', key: pick(r, rows)?._id ?? newId() },
    { kind: 'model', key: modelKeyOf({ brand: 'Surly', model: pick(r, models) }) },
    { kind: 'brand', key: pick(r, ['surly', 'trek']) },
    { kind: 'tag', key: pick(r, tags) },
    { kind: 'search', key: pick(r, searches) },
  ]);

/** Does something at random. Calls may be refused, as those of members are. */
async function step(r: Rng): Promise<void> {
  const rows = await rowsOf();
  const me = pick(r, members);
  const own = pick(
    r,
    rows.filter(({ owner }) => owner.id === me.id),
  );
  const other = pick(r, members).id;
  const deed = r();
  if (deed < 0.2 || rows.length < 4) await publish(r, me);
  else if (deed < 0.55 && own) await edit(r, me, own);
  else if (deed < 0.75) await me.browser.call(followThing, { params: targetOf(r, rows), body: { name: '' } });
  else if (deed < 0.79) await me.browser.call(unfollowThing, { params: targetOf(r, rows) });
  else if (deed < 0.82) await me.browser.call(blockMember, { params: { userId: other } });
  else if (deed < 0.86) await me.browser.call(unblockMember, { params: { userId: other } });
  else if (deed < 0.89 && own) await me.browser.call(deleteBike, { params: { bikeId: own._id } });
  else if (deed < 0.95 && own) {
    const to = own.status === 'Active' ? 'Draft' : 'Active';
    await me.browser.call(changeBikeStatus, { params: { bikeId: own._id }, body: { from: own.status, to } });
  } else if (own) {
    const week = `2026-W${10 + wins.length}`;
    wins.push({ bikeId: own._id, week, at: clock });
    await app.emit({ what: 'bike.won', bikeId: own._id, week, ownerId: me.id });
  }
  await app.idle();
}

test.each(['one', 'two', 'three', 'four'])('the feed is what a naive computation gives, seed %s', async (seed) => {
  const r = rng(seed);
  const kinds: string[] = [];
  for (const [n, kind] of (['tag', 'model', 'search', 'member'] as const).entries()) {
    const me = members[n] as Member;
    const key = { tag: 'lugged', model: 'surly ogre', search: 'keywords=surly', member: (members[0] as Member).id }[
      kind
    ];
    await me.browser.call(followThing, { params: { kind, key }, body: { name: '' } });
  }
  for (let n = 0; n < steps; n += 1) {
    clock += pick(r, [minute, 20 * minute, 5 * hour, 26 * hour]);
    await app.db.collection('limits').deleteMany({});
    await step(r);
    if (n % 4 > 0) continue;
    const me = pick(r, members);
    const told = await expected(me);
    expect(await actual(me, 1 + Math.floor(r() * 9)), `after ${n} steps`).toEqual(told);
    for (const { kind } of told) kinds.push(kind);
  }
  expect(new Set(kinds)).toContain('bike');
  expect(kinds.filter((kind) => kind !== 'bike').length, 'news that were compared').toBeGreaterThan(10);
});
