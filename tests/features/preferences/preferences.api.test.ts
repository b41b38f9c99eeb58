import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PreferenceStore } from '#api/features/preferences/preferences.store.ts';
import { pollAlerts } from '#contract/alerts.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { getPreferences, type PreferenceChange, putPreference } from '#contract/user-preferences.ts';
import { type Answered, TestApp, type TestBrowser } from '#tests/kit/app.ts';

let app: TestApp;
let ana: TestBrowser;
let anaIs: Person;
let ben: TestBrowser;
const [phone, tablet] = [newId(), newId()];
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
  ({ browser: ana, user: anaIs } = await app.member('ana'));
  ben = await app.join('ben');
});
beforeEach(async () => {
  for (const name of ['preferences', 'limits', 'alerts']) await app.db.collection(name).deleteMany({});
});
afterAll(() => app.close());

const code = ({ status, answer }: Answered<unknown>) => (answer.error ? `${status} ${answer.error.code}` : status);
const put = (name: string, value: string, version: number, device: Id = phone, by = ana) =>
  by.call(putPreference, { body: { name, value, seen: { version, device } } as PreferenceChange });
const chosen = async (by = ana) => (await by.call(getPreferences)).answer.data;

test("a member's choices apply on every device, to that member only", async () => {
  expect(await chosen()).toEqual({ version: 0, chosen: {} });
  const { answer } = await put('units', 'Imperial', 0);
  expect(answer.data).toEqual({ version: 1, chosen: { units: { value: 'Imperial', version: 1 } } });
  await put('theme', 'Dark', 0, tablet);
  expect(await chosen()).toEqual({
    version: 2,
    chosen: { units: { value: 'Imperial', version: 1 }, theme: { value: 'Dark', version: 1 } },
  });
  expect(await chosen(ben)).toEqual({ version: 0, chosen: {} });
});

test('a device with an outdated choice is refused, and nothing is overwritten', async () => {
  await put('units', 'Imperial', 0);
  expect(code(await put('units', 'Metric', 0, tablet))).toBe('409 preference.changed');
  expect(await chosen()).toMatchObject({ version: 1, chosen: { units: { value: 'Imperial' } } });
  expect(code(await put('clock', 'Military', 0, tablet))).toBe(200);
  expect(code(await put('units', 'Metric', 1, tablet))).toBe(200);
  expect(code(await put('units', 'Imperial', 1))).toBe('409 preference.changed');
});

test('the same choice is no conflict, and neither is a second one of the same device', async () => {
  await put('units', 'Imperial', 0);
  expect(code(await put('units', 'Imperial', 0, tablet))).toBe(200);
  expect(await chosen()).toMatchObject({ version: 1 });
  expect(code(await put('units', 'Metric', 0))).toBe(200);
  expect(await chosen()).toMatchObject({ version: 2, chosen: { units: { value: 'Metric', version: 2 } } });
});

test('of two concurrent choices of two devices, one is stored and the other refused', async () => {
  for (let attempt = 0; attempt < 5; attempt++) {
    await app.db.collection('preferences').deleteMany({});
    const codes = await Promise.all([
      put('theme', 'Dark', 0).then(code),
      put('theme', 'Light', 0, tablet).then(code),
      put('units', 'Imperial', 0).then(code),
    ]);
    expect(codes.toSorted().join()).toBe('200,200,409 preference.changed');
    const value = codes[0] === 200 ? 'Dark' : 'Light';
    expect(await chosen()).toMatchObject({ version: 2, chosen: { theme: { value }, units: { value: 'Imperial' } } });
  }
});

test.each([
  [{ name: 'units', value: 'Stones' }, 'value'],
  [{ name: 'units', value: '' }, 'value'],
  [{ name: 'font', value: 'Comic Sans' }, 'name'],
  [{ name: '__proto__', value: 'x' }, 'name'],
  [{ name: 'constructor', value: 'x' }, 'name'],
  [{ name: 'chosen.units', value: 'Metric' }, 'name'],
  [{ name: 'units', value: 'x'.repeat(65) }, 'value'],
])('%j is refused at its field', async (body, field) => {
  const { status, answer } = await put(body.name, body.value, 0);
  expect({ status, fields: Object.keys(answer.validation ?? {}) }).toEqual({ status: 422, fields: [field] });
  expect(await app.db.collection('preferences').countDocuments()).toBe(0);
});

test('a poll signals changed preferences', async () => {
  const version = async () => (await ana.call(pollAlerts)).answer.data?.preferences;
  expect(await version()).toBe(0);
  await put('units', 'Imperial', 0, tablet);
  expect(await version()).toBe(1);
});

test('preferences are erased with their member', async () => {
  await put('units', 'Imperial', 0);
  const store = new PreferenceStore(app.db);
  await store.eraseOf(anaIs.id);
  expect(await app.db.collection('preferences').countDocuments()).toBe(0);
});
