import { namedPlace } from '#api/features/places/places.lists.ts';
import { ShareCards } from '#api/features/sharing/sharing.cards.ts';
import { sharingRoutes } from '#api/features/sharing/sharing.routes.ts';
import { SitemapStore } from '#api/features/sharing/sharing.sitemap.store.ts';
import { Sitemap } from '#api/features/sharing/sharing.sitemap.ts';
import type { CacheDependencies } from '#api/platform/response-cache.ts';
import { languagePathOf, siteLanguageTags } from '#contract/languages.ts';
import { pageSize } from '#contract/list-sizes.ts';
import { recentFeed, sitemapPath } from '#contract/sharing.ts';
import { defaultSiteName } from '#contract/site-color.ts';
import type { BikesModule } from './bikes.module.ts';
import { any } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { MakersModule } from './makers.module.ts';
import { hour, type Module, type Modules } from './module.ts';
import type { PhotosModule } from './photos.module.ts';
import type { SearchModule } from './search.module.ts';

/** Width of a share card's photo in pixels. */
const cardPhotoWidth = 1280;

/** Maximum of share cards that are drawn for one sender in a minute. */
const cardLimit = { name: 'cards', points: 30, seconds: 60 } as const;

/** The data that each feed is made from, by the feed's path below its language. */
const feedDependencies: CacheDependencies = {
  [recentFeed()]: [any('bikes'), any('site')],
  '/feeds/members/:file{[0-9a-f-]+\\.xml}': [any('bikes'), any('site')],
  '/feeds/makers.xml': [any('bikes'), any('site')],
  '/feeds/search.xml': [any('bikes'), any('words'), any('site')],
};

interface Deps {
  photos: PhotosModule;
  bikes: BikesModule;
  makers: MakersModule;
  search: SearchModule;
  /** Contribute the pages of sitemaps, and share cards. */
  modules: Modules;
}

/** Share cards, feeds and sitemaps, which other programs read. */
export function sharingModule(
  { storage, config, db, limits, now, log, site: settings }: Infrastructure,
  { photos, bikes, makers, search, modules }: Deps,
) {
  const cards = new ShareCards({
    storage,
    bikeOf: (id) => bikes.store.find(id),
    photoOf: async (id) => (await photos.service.bytesOf(id, cardPhotoWidth, async () => null)).bytes,
    render: (...args) => photos.maker.card(...args),
    renderLimiter: limits.networkLimiter(cardLimit),
  });
  /** A failure is only logged: nobody requests the card of a deleted bike. */
  const forgetCard = (bikeId: string) =>
    cards.forget(bikeId).catch((error: unknown) => log.warn({ err: error }, 'share card not forgotten'));
  const origin = config.publicOrigin;
  const sitemaps = new Map<string, Sitemap>();
  return {
    cacheDependencies: {
      '/robots.txt': [],
      '/sitemaps/pages.xml': [],
      ...Object.fromEntries(
        siteLanguageTags.flatMap((language) =>
          Object.entries(feedDependencies).map(([path, all]) => [languagePathOf(language) + path, all]),
        ),
      ),
      // The stored files, which are made from bikes and members once a day.
      [sitemapPath()]: [any('sitemaps')],
    },
    forgetCard,
    /** Deletes the stored share cards in a folder of their source. */
    forgetCards: (folder: string) => cards.forgetFolder(folder),
    stores: [new SitemapStore(db, 'bikes')],
    schedule: [
      {
        name: 'sitemaps',
        every: hour,
        async run(stopping) {
          for (const sitemap of sitemaps.values()) await sitemap.refresh(stopping);
        },
      },
    ],
    async handle(events) {
      for (const event of events) if (event.what === 'bike.deleted') await forgetCard(event.bikeId);
    },
    mountOutside(site, guards) {
      for (const [kind, source] of Object.entries(modules.sitemaps).sort(([one], [other]) => one.localeCompare(other)))
        sitemaps.set(kind, new Sitemap({ ...source, store: new SitemapStore(db, kind), origin, now }));
      const routes = sharingRoutes(
        {
          cards,
          origin,
          placeName: (code) => namedPlace(code).name,
          siteName: async () => (await settings.read()).settings.name ?? defaultSiteName,
          sitemaps,
          cardSources: modules.shareCards,
          bikes: {
            recent: async () => (await bikes.service.recent({})).items,
            ofMember: (id) => bikes.shared.activeOf(id, pageSize),
            ofMaker: async (asked) => ({
              ...(await makers.service.page(asked)),
              found: (await makers.service.bikes(asked)).items,
            }),
            found: async (query) => (await search.service.search({ ...query, sort: 'Newest' })).items,
          },
        },
        guards,
      );
      site.route('/', routes);
    },
  } satisfies Module & Record<string, unknown>;
}
export type SharingModule = ReturnType<typeof sharingModule>;
