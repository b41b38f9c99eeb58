import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bikeFieldNames } from '#contract/bike-fields.ts';
import { getBike, getOwnBike, putBike } from '#contract/bike-whole.ts';
import { type BikeCard, deleteBike, listOwnBikes, listRecentBikes } from '#contract/bikes.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';

let app: TestApp;
let ana: TestBrowser;
let ben: TestBrowser;
let photo: Id;
beforeAll(async () => {
  app = await TestApp.open();
  [ana, ben] = await Promise.all([app.join('ana'), app.join('ben')]);
  photo = newId();
  await ana.sendPhoto(await cameraPhoto({ width: 1200, height: 900, orientation: 1 }), { id: photo });
});
afterAll(() => app.close());

const publish = async (more = {}, id = newId()) => {
  const answer = await ana.call(putBike, { params: { bikeId: id }, body: bikeWith([photo], more) });
  return { id, answer };
};
const recent = async (query = {}) => (await ana.call(listRecentBikes, { query })).answer.data;

describe('a published bike', () => {
  test('is at the top of Recent and on its own page', async () => {
    const { id, answer } = await publish({ nickname: 'Mud Lark' });
    expect(answer.status).toBe(200);
    expect(answer.answer.data).toMatchObject({
      brand: 'Surly',
      slug: '2021-surly-midnight-special',
      owner: { username: 'ana' },
    });
    expect((await recent())?.items[0]).toMatchObject({ id, nickname: 'Mud Lark', cover: { id: photo } });
    const page = await new TestBrowser(app).call(getBike, { params: { bikeId: id } });
    const owner = { ...answer.answer.data?.owner, discipline: '', place: '', country: '', regionName: '' };
    expect(page.answer.data).toEqual({ ...answer.answer.data, owner, parts: [] });
  });

  test('is created once when its request arrives twice with the same key', async () => {
    const key = newId();
    const id = newId();
    const first = await ana.call(putBike, { params: { bikeId: id }, body: bikeWith([photo]), key });
    const again = await ana.call(putBike, { params: { bikeId: id }, body: bikeWith([photo]), key });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.answer).toEqual(first.answer);
    expect(await app.db.collection('bikes').countDocuments({ _id: id as never })).toBe(1);
  });

  test('keeps its publishing date when its owner replaces it', async () => {
    const { id, answer } = await publish();
    const changed = (await publish({ model: 'Straggler' }, id)).answer.answer.data;
    expect(changed).toMatchObject({ model: 'Straggler', version: 2, publishedAt: answer.answer.data?.publishedAt });
  });

  test('is unchanged when an executed request arrives again under a new key', async () => {
    const { id, answer } = await publish({ colors: ['Green'], story: 'Found in a barn.' });
    const again = await publish({ colors: ['Green'], story: 'Found in a barn.' }, id);
    expect(again.answer.answer).toEqual(answer.answer);
    expect(again.answer.answer.data?.version).toBe(1);
  });

  test('cannot be replaced or deleted by other members', async () => {
    const { id } = await publish();
    const own = newId();
    await ben.sendPhoto(await cameraPhoto({ width: 800, height: 600, orientation: 1 }), { id: own });
    const replaced = await ben.call(putBike, { params: { bikeId: id }, body: bikeWith([own]) });
    expect(replaced).toMatchObject({ status: 409, answer: { error: { code: 'bike.exists' } } });
    expect((await ben.call(deleteBike, { params: { bikeId: id } })).status).toBe(403);
  });

  test('leaves the lists when its owner deletes it, and its page says so', async () => {
    const { id } = await publish();
    expect((await ana.call(deleteBike, { params: { bikeId: id } })).status).toBe(200);
    expect((await recent())?.items.map((bike) => bike.id)).not.toContain(id);
    expect((await ana.call(getBike, { params: { bikeId: id } })).status).toBe(404);
    expect((await publish({}, id)).answer).toMatchObject({ status: 410 });
  });

  test('gets the listed maker for a typed brand', async () => {
    const { answer } = await publish({ brandId: 'Other', brandOther: 'cervelo' });
    expect(answer.answer.data).toMatchObject({ brandId: 'cervelo', brand: 'Cervélo', brandOther: '' });
    const unknown = await publish({ brandId: 'Other', brandOther: "Bob's Welding" });
    expect(unknown.answer.answer.data).toMatchObject({ brandId: 'Other', brand: "Bob's Welding" });
  });
});

describe('the price of a bike', () => {
  const price = { priceMinor: 420_000, currency: 'EUR' };
  const priceOf = async (id: Id, asks: TestBrowser) => {
    const { answer } = await asks.call(getBike, { params: { bikeId: id } });
    return { minor: answer.data?.priceMinor, text: JSON.stringify(answer) };
  };

  test('is visible to its owner alone, by a separate call', async () => {
    const { id, answer } = await publish(price);
    expect(answer.answer.data).toMatchObject({ priceMinor: null, currency: null });
    for (const asks of [ana, ben, new TestBrowser(app)]) {
      const { minor, text } = await priceOf(id, asks);
      expect(minor).toBeNull();
      expect(text).not.toContain('420000');
    }
    const lists = [await ana.call(listRecentBikes), await ben.call(searchBikes), await ana.call(listOwnBikes)];
    expect(JSON.stringify(lists.map(({ answer: list }) => list))).not.toMatch(/420000|priceMinor/);
    const own = await ana.call(getOwnBike, { params: { bikeId: id } });
    expect(own.answer.data).toMatchObject({ ...price, pricePublic: false });
    expect((await ben.call(getOwnBike, { params: { bikeId: id } })).status).toBe(403);
  });

  test('is public while its owner shows it, and private again afterwards', async () => {
    const { id } = await publish({ ...price, pricePublic: true });
    expect((await priceOf(id, ben)).minor).toBe(420_000);
    await publish({ ...price, pricePublic: false }, id);
    expect((await priceOf(id, ben)).minor).toBeNull();
  });

  test('creates no new version when the same request arrives again', async () => {
    const { id } = await publish(price);
    expect((await publish(price, id)).answer.answer.data?.version).toBe(1);
  });
});

describe('a bike that is edited on two devices', () => {
  const change = (id: Id, more: Record<string, unknown>) =>
    ana.call(putBike, { params: { bikeId: id }, body: bikeWith([photo], more) });

  test('is not overwritten by a device that has not seen the newer version', async () => {
    const { id } = await publish({ story: 'As it was.' });
    expect((await change(id, { story: 'From the phone.', version: 1 })).answer.data?.version).toBe(2);
    const late = await change(id, { story: 'From the desk.', version: 1 });
    expect(late).toMatchObject({ status: 409, answer: { error: { code: 'bike.changed', details: { version: 2 } } } });
    const { answer } = await ana.call(getOwnBike, { params: { bikeId: id } });
    expect(answer.data).toMatchObject({ story: 'From the phone.', version: 2 });
    expect((await change(id, { story: 'From both.', version: 2 })).answer.data).toMatchObject({ version: 3 });
  });

  test('accepts one of two concurrent changes, and either again', async () => {
    const { id } = await publish();
    const stories = ['One.', 'Two.', 'Three.', 'Four.'];
    const answers = await Promise.all(stories.map((story) => change(id, { story, version: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const won = answers.find(({ status }) => status === 200)?.answer.data;
    expect((await change(id, { story: won?.story, version: 1 })).answer.data).toMatchObject({ version: 2 });
  });

  test('keeps its price when a change does not include it', async () => {
    const { id } = await publish({ priceMinor: 99_900, currency: 'USD' });
    await change(id, { nickname: 'Magpie', version: 1, keepsPrice: true });
    const { answer } = await ana.call(getOwnBike, { params: { bikeId: id } });
    expect(answer.data).toMatchObject({ nickname: 'Magpie', priceMinor: 99_900, currency: 'USD' });
  });

  test('handles a repeated change once: the reply shows the current bike, also when deleted, and nothing private', async () => {
    const { id } = await publish({ priceMinor: 99_900, currency: 'USD', pricePublic: false });
    const key = newId();
    const first = () =>
      ana.call(putBike, {
        params: { bikeId: id },
        body: bikeWith([photo], { nickname: 'Magpie', version: 1, keepsPrice: true }),
        key,
      });
    expect((await first()).answer.data).toMatchObject({ nickname: 'Magpie', version: 2 });
    await change(id, { nickname: 'Jackdaw', version: 2, keepsPrice: true });
    const again = await first();
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.answer.data).toMatchObject({ nickname: 'Jackdaw', version: 3, priceMinor: null });
    expect(v.safeParse(putBike.reply, again.answer.data).issues).toBeUndefined();
    await ana.call(deleteBike, { params: { bikeId: id } });
    const late = await first();
    expect([late.status, late.answer.data?.status]).toEqual([200, 'Deleted']);
    const record = await app.db.collection('receipts').findOne({ _id: { $regex: key } as never });
    expect([record?.state, record?.answer]).toEqual(['done', undefined]);
  });

  test('is not recreated after it has been erased', async () => {
    expect((await change(newId(), { version: 1 })).status).toBe(404);
  });
});

describe('a bike from before most fields existed', () => {
  test('has the default of each of them', async () => {
    const { id } = await publish();
    const then = ['category', 'drivetrain', 'rearGear', 'brandId', 'brandOther', 'model', 'year', 'nickname'];
    const later = bikeFieldNames.filter((name) => !then.includes(name));
    const absent = Object.fromEntries(later.map((name) => [name, '' as const]));
    await app.db.collection('bikes').updateOne({ _id: id as never }, { $unset: absent });
    const { answer } = await ben.call(getBike, { params: { bikeId: id } });
    expect(v.safeParse(getBike.reply, answer.data).issues).toBeUndefined();
    expect(answer.data).toMatchObject({
      components: [],
      history: [],
      ownership: 'Current',
      eBike: null,
      tubeless: false,
    });
    expect((await recent())?.items.map((bike) => bike.id)).toContain(id);
  });
});

describe('a list', () => {
  test('reads only the fields of a bike that its card needs', async () => {
    const part = { id: newId(), slot: 'Fork', text: 'A fork that no list needs' };
    const day = { id: newId(), date: '2024-05-01', title: 'A day that no list needs' };
    const { id } = await publish({ components: [part], history: [day] });
    expect((await ben.call(getBike, { params: { bikeId: id } })).answer.data).toMatchObject({
      components: [{ ...part, position: null, brand: '', note: '', isStock: false, weightG: null }],
      history: [{ ...day, text: '', photoIds: [], componentChanges: [] }],
    });
    expect(JSON.stringify(await recent())).not.toContain('that no list needs');
  });
});

describe('a bike that cannot be published', () => {
  test('gets an error for every missing field', async () => {
    const { answer: body, status } = await ana.call(putBike, { params: { bikeId: newId() }, body: {} });
    expect(status).toBe(422);
    expect(body.validation).toMatchObject({
      category: ['Choose one.'],
      drivetrain: ['Choose one.'],
      rearGear: ['Choose one.'],
      brandId: ['Choose a brand, or Other.'],
      model: ['Enter the model.'],
    });
    const empty = await ana.call(putBike, { params: { bikeId: newId() }, body: bikeWith([]) });
    expect(empty.answer.validation).toEqual({ photos: ['Add at least one photo.'] });
  });

  test.each([
    [{ year: 1700 }, 'year', /between 1860 and/],
    [{ brandId: 'Other', brandOther: '' }, 'brandOther', /Enter the brand/],
    [{ brandId: 'no-such-maker' }, 'brandId', /Choose a brand/],
    [{ drivetrain: 'Fixed Gear', rearGear: '11-Speed' }, 'rearGear', /single-speed/],
    [{ story: 'x'.repeat(10_001) }, 'story', /10,000/],
    [{ weightG: 10 }, 'weightG', /between 2 and 100 kg/],
  ])('%j is refused at its field', async (more, field, sentence) => {
    const { answer } = await publish(more);
    expect(answer.status).toBe(422);
    expect(answer.answer.validation?.[field]?.[0]).toMatch(sentence);
  });

  test('lists the photos that have not arrived, and succeeds under the same key once they have', async () => {
    const id = newId();
    const key = newId();
    const late = newId();
    const refused = await ana.call(putBike, { params: { bikeId: id }, body: bikeWith([photo, late]), key });
    expect(refused).toMatchObject({
      status: 422,
      answer: { error: { code: 'bike.photos_missing', details: { photoIds: [late] } } },
    });
    await ana.sendPhoto(await cameraPhoto({ width: 800, height: 600, orientation: 1 }), { id: late });
    expect((await ana.call(putBike, { params: { bikeId: id }, body: bikeWith([photo, late]), key })).status).toBe(200);
  });

  test("cannot use another member's photo", async () => {
    const answer = await ben.call(putBike, { params: { bikeId: newId() }, body: bikeWith([photo]) });
    expect(answer.answer.error).toMatchObject({ code: 'bike.photos_missing', details: { photoIds: [photo] } });
  });
});

describe('lists', () => {
  test('continue where the last page ended, without repeating or skipping', async () => {
    for (let i = 0; i < 5; i++) await publish({ model: `Page ${i}` });
    const all = (await recent({ limit: 50 }))?.items.map((bike) => bike.id);
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page<BikeCard> | null = await recent({ limit: 2, cursor });
      paged.push(...(page?.items.map((bike) => bike.id) ?? []));
      cursor = page?.next ?? null;
    }
    expect(paged).toEqual(all);
    expect((await recent({ cursor: 'nonsense' }))?.items[0]?.id).toBe(all?.[0]);
  });

  test("of a member's own bikes are private", async () => {
    const own = await ana.call(listOwnBikes, { query: { limit: 50 } });
    expect(own.answer.data?.items.every((bike) => bike.owner.username === 'ana')).toBe(true);
    // All that it takes to publish, and a year.
    expect(own.answer.data?.items.at(-1)).toMatchObject({ complete: 5 });
    expect((await new TestBrowser(app).call(listOwnBikes)).status).toBe(401);
  });

  test.each([
    [{ keywords: 'SURLY strag' }, true],
    [{ keywords: 'straggler 2021', category: 'Gravel' }, true],
    [{ keywords: 'straggler', category: 'Road' }, false],
    [{ drivetrain: '1x', rearGear: '11-Speed', keywords: 'straggler' }, true],
    [{ keywords: 'zebra' }, false],
    [{ keywords: '$where .*' }, false],
  ])('for the search %j contain the matches', async (query, found) => {
    const { id } = await publish({ model: 'Straggler' });
    const page = await new TestBrowser(app).call(searchBikes, { query });
    expect(page.answer.data?.items.some((bike) => bike.id === id)).toBe(found);
  });

  test('use an index', async () => {
    const bikes = app.db.collection('bikes');
    for (const key of ['publishedAt', 'hotRank']) {
      const plan = await bikes
        .find({ status: 'Active' })
        .sort({ [key]: -1, _id: -1 })
        .limit(25)
        .explain('executionStats');
      expect(plan.executionStats.totalDocsExamined).toBeLessThanOrEqual(25);
    }
  });
});
