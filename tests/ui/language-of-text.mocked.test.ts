import { expect, test, vi } from 'vitest';

// The build replaces it in each language's scripts.
vi.mock('#contract/texts.ts', async (original) => ({ ...(await original<object>()), pageLanguage: 'ja' }));

const { languageOfText } = await import('#src/ui/language-of-text.ts');

test('in a Japanese page a text in Latin letters has no language, so that it is not written and read as Japanese', () => {
  expect(languageOfText('My first steel bike, built in 1984.')).toBe('');
  expect(languageOfText('新しいフレームで組みました')).toBeUndefined();
  expect(languageOfText('나의 첫 자전거')).toBe('ko');
});
