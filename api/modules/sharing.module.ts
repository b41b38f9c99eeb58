import { SharedBikeStore } from '#api/features/bikes/bikes.shared.store.ts';
import { ShareCards } from '#api/features/sharing/sharing.cards.ts';
import { sharingRoutes } from '#api/features/sharing/sharing.routes.ts';
import { SitemapStore } from '#api/features/sharing/sharing.sitemap.store.ts';
import { Sitemap } from '#api/features/sharing/sharing.sitemap.ts';
import { pageSize } from '#contract/list-sizes.ts';
import { bikePage } from '#contract/pages.ts';
import { defaultSiteName } from '#contract/site-color.ts';
import { userPage } from '#contract/user-page.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import { hour, type Module } from './module.ts';
import type { PhotosModule } from './photos.module.ts';
import type { SearchModule } from './search.module.ts';

/** Width of a share card's photo in pixels. */
const cardPhotoWidth = 1280;

/** Maximum of share cards that are drawn for one sender in a minute. */
const cardLimit = { name: 'cards', points: 30, seconds: 60 } as const;

interface Deps {
  accounts: AccountsModule;
  photos: PhotosModule;
  bikes: BikesModule;
  search: SearchModule;
}

/** Share cards, feeds and sitemaps, which other programs read. */
export function sharingModule(
  { storage, config, db, limits, now, log, site: settings }: Infrastructure,
  { accounts: { people }, photos, bikes, search }: Deps,
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
  const shared = new SharedBikeStore(db);
  const origin = config.publicOrigin;
  const sitemapStores = { bikes: new SitemapStore(db, 'bikes'), members: new SitemapStore(db, 'members') };
  const sitemaps = {
    bikes: new Sitemap({
      store: sitemapStores.bikes,
      itemsAfter: (place, limit) => shared.publishedAfter(place, limit),
      pageOf: bikePage,
      origin,
      now,
    }),
    members: new Sitemap({
      store: sitemapStores.members,
      itemsAfter: (place, limit) => people.joinedAfter(place, limit),
      pageOf: userPage,
      origin,
      now,
    }),
  };
  return {
    forgetCard,
    stores: [sitemapStores.bikes, sitemapStores.members],
    schedule: [
      {
        name: 'sitemaps',
        every: hour,
        async run(stopping) {
          for (const sitemap of Object.values(sitemaps)) await sitemap.refresh(stopping);
        },
      },
    ],
    async handle(events) {
      for (const event of events) if (event.what === 'bike.deleted') await forgetCard(event.bikeId);
    },
    mountOutside(site, guards) {
      const routes = sharingRoutes(
        {
          cards,
          origin,
          siteName: async () => (await settings.read()).settings.name ?? defaultSiteName,
          sitemaps,
          bikes: {
            recent: async () => (await bikes.service.recent({})).items,
            ofMember: (id) => shared.activeOf(id, pageSize),
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
