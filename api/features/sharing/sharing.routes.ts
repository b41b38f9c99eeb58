import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { networksOf } from '#api/platform/addresses/network.ts';
import { responseOf } from '#api/platform/http/cached.ts';
import { encodingsOf } from '#api/platform/http/encodings.ts';
import { type Guards, idParam, queryOf, type Visitor } from '#api/platform/http/kit.ts';
import { withLanguage } from '#api/platform/languages.ts';
import type { ShareCardSource } from '#api/platform/share-card-source.ts';
import { categoryLinks } from '#contract/bike-options.ts';
import type { BikeCard } from '#contract/bikes.ts';
import {
  isSiteLanguage,
  languagePathOf,
  ownLanguage,
  type SiteLanguage,
  siteLanguageTags,
} from '#contract/languages.ts';
import { brandPage, modelPage, partPage } from '#contract/maker-pages.ts';
import { getMaker, type MakerPage, maxMakerName } from '#contract/makers.ts';
import { homePage, memberPaths, publicPaths, searchPage } from '#contract/pages.ts';
import { Problem } from '#contract/problems.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { type FacetName, facetNames, facetOf, isPlaceFacet } from '#contract/search/facets.ts';
import { readSearch, type SearchQuery, searchParamsOf, weightParam } from '#contract/search/query.ts';
import {
  cardPath,
  makerFeed,
  memberFeed,
  recentFeed,
  searchFeed,
  shareCardPath,
  sitemapPath,
} from '#contract/sharing.ts';
import { t } from '#contract/texts.ts';
import { userPage } from '#contract/user-page.ts';
import type { ShareCards } from './sharing.cards.ts';
import { type Feed, writeFeed } from './sharing.feed.ts';
import { type Sitemap, writeIndex, writePages } from './sharing.sitemap.ts';

interface Deps {
  cards: ShareCards;
  /** The cards of others than bikes, by kind. */
  cardSources: Readonly<Record<string, ShareCardSource>>;
  /** By kind, such as `bikes`. */
  sitemaps: ReadonlyMap<string, Sitemap>;
  bikes: {
    recent(): Promise<BikeCard[]>;
    /** A member's public bikes, newest first. */
    ofMember(userId: string): Promise<BikeCard[]>;
    /** A maker, or a model or part of it, with its newest bikes. @throws not_found */
    ofMaker(
      asked: { brand: string } & MakerQuery,
    ): Promise<Pick<MakerPage, 'kind' | 'brand' | 'name'> & { found: BikeCard[] }>;
    found(query: SearchQuery): Promise<BikeCard[]>;
  };
  origin: string;
  /** Name of a country or region by its code. */
  placeName(code: string): string;
  /** The site's name. */
  siteName(): Promise<string>;
}

type MakerQuery = v.InferOutput<typeof getMaker.query>;
const ofMaker = {
  query: v.object({ brand: v.pipe(v.string(), v.maxLength(maxMakerName)), ...getMaker.query.entries }),
};

const decompress = promisify(gunzip);
const acceptedEncoding = encodingsOf('gzip');
const forever = 'public, max-age=31536000, immutable';
const fewHours = 'public, max-age=3600';
const pages = [...publicPaths, ...categoryLinks.map(({ query }) => searchPage(query))];
const robots = (origin: string, languages: readonly SiteLanguage[]) => {
  const paths = languages.flatMap((language) => memberPaths.map((path) => languagePathOf(language) + path));
  return ['User-agent: *', ...paths.map((path) => `Disallow: ${path}`), `Sitemap: ${origin}${sitemapPath()}`, ''].join(
    '\n',
  );
};

const xml = (c: Context, type: string, text: string) => c.body(text, 200, { 'Content-Type': `${type}; charset=utf-8` });

function picture(c: Context, body: Uint8Array<ArrayBuffer>): Response {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const headers = { 'content-type': 'image/jpeg', 'cache-control': forever, etag: tag };
  return responseOf(c.req.raw, { status: 200, tag, headers, body });
}

/** The feeds of a language, below its path. */
function feedRoutes(
  language: SiteLanguage,
  { bikes, origin, placeName, siteName }: Deps,
  { cached }: Pick<Guards, 'cached'>,
): Hono<Visitor> {
  const rss = (c: Context, feed: Feed) => xml(c, 'application/rss+xml', writeFeed(feed, origin));
  return new Hono<Visitor>()
    .use('/feeds/*', (_, next) => withLanguage(language, next))
    .get(recentFeed(), cached, async (c) =>
      rss(c, {
        title: await siteName(),
        about: t`The newest bikes.`,
        page: homePage(),
        self: recentFeed(),
        bikes: await bikes.recent(),
      }),
    )
    .get('/feeds/members/:file{[0-9a-f-]+\\.xml}', cached, async (c) => {
      const userId = c.req.param('file').slice(0, -'.xml'.length);
      const theirs = await bikes.ofMember(userId);
      const name = theirs[0]?.owner.username;
      if (name === undefined) throw new Problem('not_found');
      const about = {
        title: `${name} · ${await siteName()}`,
        about: t`Bikes by ${name}.`,
        page: userPage(userId, name),
      };
      return rss(c, { ...about, self: memberFeed(userId), bikes: theirs });
    })
    .get('/feeds/makers.xml', queryOf(ofMaker), cached, async (c) => {
      const { kind, brand, name, found } = await bikes.ofMaker(c.req.valid('query'));
      const title = `${brand} ${name}`.trim();
      const names = { brand, ...(kind !== 'brand' && { [kind]: name }) };
      const page = kind === 'brand' ? brandPage(brand) : (kind === 'model' ? modelPage : partPage)(brand, name);
      const about = { title: `${title} · ${await siteName()}`, about: t`The newest bikes for ${title}.` };
      return rss(c, { ...about, page, self: makerFeed(names), bikes: found });
    })
    .get('/feeds/search.xml', queryOf(searchBikes), cached, async (c) => {
      const query = c.req.valid('query');
      const { search } = readSearch(query);
      const { sort: _, ...asked } = searchParamsOf(search);
      const years = [search.yearFrom, search.yearTo].filter((year) => year !== null).join('–');
      const weights = [weightParam(search.weightFrom), weightParam(search.weightTo)].filter(Boolean).join('–');
      const nameOf = (name: FacetName) => (isPlaceFacet(name) ? placeName : facetOf(name).labelOf);
      const facets = facetNames.flatMap((name) => search.facets[name].map(nameOf(name)));
      const chosen = [search.keywords, ...facets, years, weights && `${weights} kg`];
      const text = chosen.filter(Boolean).join(', ') || t`All bikes`;
      const about = { title: `${text} · ${await siteName()}`, about: t`The newest bikes for ${text}.` };
      const found = await bikes.found({ ...query, cursor: undefined, limit: undefined });
      return rss(c, { ...about, page: searchPage(asked), self: searchFeed(asked), bikes: found });
    });
}

/** Share cards, feeds, sitemaps and robots.txt. */
export function sharingRoutes(deps: Deps, guards: Guards, languages = siteLanguageTags): Hono<Visitor> {
  const { cards, cardSources, sitemaps, origin } = deps;
  const { cached, cachedBehind, limit } = guards;
  // A well-behaved crawler requests each file once a day.
  const pace = limit({ name: 'sitemaps', points: 300, seconds: 3600 });
  const routes = new Hono<Visitor>();
  for (const language of languages) {
    routes.route(languagePathOf(language) || '/', feedRoutes(language, deps, guards));
  }
  return routes
    .get('/robots.txt', cached, (c) => c.text(robots(origin, languages)))
    .get('/images/cards/:bikeId/:file{[1-9][0-9]*(?:-[A-Za-z-]+)?\\.jpg}', async (c) => {
      const bikeId = idParam(c, 'bikeId');
      const [, version, language = ownLanguage] = /^(\d+)(?:-(.+))?\.jpg$/.exec(c.req.param('file')) ?? [];
      if (!isSiteLanguage(language, languages)) throw new Problem('not_found');
      const found = await withLanguage(language, () => cards.find(bikeId, Number(version), networksOf(c)));
      if ('current' in found) {
        c.header('Cache-Control', 'no-cache');
        return c.redirect(shareCardPath(bikeId, found.current.version, language), 302);
      }
      return picture(c, found.bytes);
    })
    .get('/images/cards/:kind{[a-z]+}/:id{[0-9a-f-]+}/:file{[0-9a-f]+(?:-[A-Za-z-]+)?\\.jpg}', async (c) => {
      const { kind, id, file } = c.req.param();
      const [, version = '', language = ownLanguage] = /^([0-9a-f]+)(?:-(.+))?\.jpg$/.exec(file) ?? [];
      const source = Object.hasOwn(cardSources, kind) ? cardSources[kind] : undefined;
      if (!source || !isSiteLanguage(language, languages)) throw new Problem('not_found');
      const card = await source.find(id);
      if (card.version !== version) {
        c.header('Cache-Control', 'no-cache');
        return c.redirect(cardPath(kind, id, card.version, language), 302);
      }
      return picture(c, await withLanguage(language, () => cards.draw(card, networksOf(c))));
    })
    .get(sitemapPath(), pace, cachedBehind, async (c) => {
      const files = [...sitemaps].map(async ([kind, sitemap]) => [kind, await sitemap.files()] as const);
      return xml(c, 'application/xml', writeIndex(await Promise.all(files), origin));
    })
    .get('/sitemaps/pages.xml', cached, (c) => xml(c, 'application/xml', writePages(pages, origin, languages)))
    .get('/sitemaps/:file{[a-z]+-[1-9][0-9]{0,4}\\.xml}', pace, async (c) => {
      const [kind = '', number = ''] = c.req.param('file').split('-');
      const file = await sitemaps.get(kind)?.file(Number.parseInt(number, 10));
      if (!file) throw new Problem('not_found');
      const isCompressed = acceptedEncoding(c.req.raw) !== null;
      return c.body(isCompressed ? file : new Uint8Array(await decompress(file)), 200, {
        'Content-Type': 'application/xml; charset=utf-8',
        'Cache-Control': fewHours,
        Vary: 'Accept-Encoding',
        ...(isCompressed && { 'Content-Encoding': 'gzip' }),
      });
    });
}
