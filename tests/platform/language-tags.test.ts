import { expect, test } from 'vitest';
import { languageTags } from '#api/ssr/language-tags.ts';

const origin = 'https://example.org';
const offered = ['en', 'pt-BR', 'ar'] as const;
const tagsOf = (head: string, language: 'en' | 'pt-BR', languages: readonly ('en' | 'pt-BR' | 'ar')[] = offered) =>
  languageTags(head, language, { origin, offered: languages });
const canonical = '<link rel="canonical" href="https://example.org/pt-br/bike/search?a=1&amp;b=2"/>';

test('a page names its addresses in all languages, English for all others, and the languages for link previews', () => {
  expect(tagsOf(canonical, 'pt-BR').replaceAll('/><', '/>\n<').split('\n')).toEqual([
    '<link rel="alternate" hreflang="en" href="https://example.org/bike/search?a=1&amp;b=2" />',
    '<link rel="alternate" hreflang="pt-BR" href="https://example.org/pt-br/bike/search?a=1&amp;b=2" />',
    '<link rel="alternate" hreflang="ar" href="https://example.org/ar/bike/search?a=1&amp;b=2" />',
    '<link rel="alternate" hreflang="x-default" href="https://example.org/bike/search?a=1&amp;b=2" />',
    '<meta property="og:locale" content="pt_BR" />',
    '<meta property="og:locale:alternate" content="en_US" />',
    '<meta property="og:locale:alternate" content="ar_AR" />',
  ]);
});

test('a page without a canonical address, such as a missing one, names no other language', () => {
  expect(tagsOf('<meta name="robots" content="noindex"/>', 'pt-BR')).toBe('');
});

test('a site with one language names none', () => {
  expect(tagsOf('<link rel="canonical" href="https://example.org/faq"/>', 'en', ['en'])).toBe('');
});
