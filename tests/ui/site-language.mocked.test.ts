import { expect, test, vi } from 'vitest';

// The build replaces it in each language's scripts.
vi.mock('#contract/texts.ts', async (original) => ({ ...(await original<object>()), pageLanguage: 'de' }));

const { many } = await import('#contract/texts.ts');
const { displayPreferences, fetchSiteWriting } = await import('#src/ui/display-preferences.ts');
const { ago, figure, plainDay } = await import('#src/ui/format.ts');
const { listOf } = await import('#src/ui/lists.ts');
const { placeText } = await import('#src/ui/place.tsx');

test('dates, numbers and lists are in the language of the page unless the viewer chose another', async () => {
  expect(displayPreferences().writing).toBeNull();
  await fetchSiteWriting();
  const preferences = displayPreferences();
  expect(preferences).toMatchObject({ language: 'Site', writing: { language: 'de' } });
  expect(plainDay(new Date('2026-03-04T12:00:00Z'), preferences)).toBe('4. März 2026');
  const now = new Date('2026-11-21T14:00:00');
  expect(ago(new Date('2026-11-20T14:00:00'), now, preferences, true)).toBe('gestern');
  expect(figure(12_345)).toBe('12.345');
  expect(many(12_345)`# bike|# bikes`).toBe('12.345 bikes');
  expect(listOf(['A', 'B', 'C'])).toBe('A, B und C');
  expect(listOf(['A', 'B'], 'disjunction')).toBe('A oder B');
});

test('a country is named in the language of the page, and as the server names it where that is unknown', async () => {
  await fetchSiteWriting();
  const { writing } = displayPreferences();
  const owner = { country: 'PL', regionName: 'Małopolskie', place: 'Małopolskie, Poland' };
  expect(placeText(owner, writing)).toBe('Małopolskie, Polen');
  expect(placeText(owner, null)).toBe('Małopolskie, Poland');
  expect(placeText({ place: 'Bern, Switzerland' }, writing)).toBe('Bern, Switzerland');
  const nowhere = { country: '', countryName: '', regionName: '' };
  expect(placeText(nowhere, writing)).toBe('');
  expect(placeText({ ...nowhere, country: 'BE', countryName: 'Belgium' }, writing)).toBe('Belgien');
});
