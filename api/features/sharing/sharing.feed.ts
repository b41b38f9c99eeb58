import { currentLanguage } from '#api/platform/languages.ts';
import { altOf, titleOf } from '#contract/bike-names.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { categoryLabel } from '#contract/card-labels.ts';
import { languagePathOf } from '#contract/languages.ts';
import { bikePage } from '#contract/pages.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { declaration, element, escaped, textElement } from './sharing.xml.ts';

/** A feed of bikes; paths are relative to the site in the feed's language. */
export type Feed = { title: string; about: string; page: string; self: string; bikes: BikeCard[] };

const namespaces = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
} as const;
const dateOf = (at: string) => new Date(at).toUTCString();

/** HTML description of a bike; the surrounding XML escapes it again. */
function describe(bike: BikeCard, origin: string): string {
  const { cover } = bike;
  const picture = cover && element('img', { src: origin + photoPath(cover.id, 640), alt: altOf(bike, cover) });
  const text = [bike.nickname, categoryLabel(bike.category)].filter(Boolean).join(' · ');
  return [picture, `<p>${escaped(text)}</p>`].filter(Boolean).join('');
}

function item(bike: BikeCard, origin: string, home: string): string {
  const link = home + bikePage(bike.id, bike.slug);
  return element(
    'item',
    {},
    [
      textElement('title', titleOf(bike)),
      textElement('link', link),
      element('guid', { isPermaLink: 'false' }, escaped(bike.id)),
      bike.publishedAt ? textElement('pubDate', dateOf(bike.publishedAt)) : '',
      textElement('dc:creator', bike.owner.username),
      textElement('category', categoryLabel(bike.category)),
      textElement('description', describe(bike, origin)),
    ].join(''),
  );
}

/**
 * RSS 2.0 (https://www.rssboard.org/rss-specification) in the current language. Contains no times but those of its
 * bikes, so it changes only with them.
 */
export function writeFeed({ title, about, page, self, bikes }: Feed, origin: string): string {
  const language = currentLanguage();
  const home = origin + languagePathOf(language);
  const newest = bikes[0]?.publishedAt;
  const channel = [
    textElement('title', title),
    textElement('link', home + page),
    element('atom:link', { rel: 'self', type: 'application/rss+xml', href: home + self }),
    textElement('description', about),
    textElement('language', language),
    newest ? textElement('lastBuildDate', dateOf(newest)) : '',
    ...bikes.map((bike) => item(bike, origin, home)),
  ];
  return (
    declaration + element('rss', { ...namespaces, 'xml:lang': language }, element('channel', {}, channel.join('')))
  );
}
