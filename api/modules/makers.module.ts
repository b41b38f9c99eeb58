import { MakerKeyStore } from '#api/features/bikes/bikes.maker-keys.store.ts';
import { MakerBikesStore } from '#api/features/bikes/bikes.of-maker.store.ts';
import { makerModerationRoutes } from '#api/features/makers/makers.moderation.routes.ts';
import { MakerModeration } from '#api/features/makers/makers.moderation.ts';
import { makerRoutes } from '#api/features/makers/makers.routes.ts';
import { MakerService } from '#api/features/makers/makers.service.ts';
import { bikeNamePages, partPages } from '#api/features/makers/makers.sitemap.ts';
import { getMaker, listMakerBikes } from '#contract/makers.ts';
import type { BikesModule } from './bikes.module.ts';
import { any, routeOf } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { ModerationModule } from './moderation.module.ts';
import { hour, type Module } from './module.ts';

interface Deps {
  bikes: BikesModule;
  moderation: ModerationModule;
}

/** The pages of makers, models and parts. */
export function makersModule({ db, emit, jobs, now }: Infrastructure, { bikes, moderation }: Deps) {
  const store = new MakerBikesStore(db);
  const { names } = bikes;
  const service = new MakerService({ bikes: store, names, now });
  const merging = new MakerModeration({
    names,
    bikes: new MakerKeyStore(db),
    async isKnown({ kind, key }) {
      if ((await store.since({ kind, key })) !== null) return true;
      return kind === 'brand' && (await store.since({ kind: 'part', key })) !== null;
    },
    act: (by, fields, work) => moderation.service.act(by.username, by, { ...fields, until: null }, work),
    soon: (work) => jobs.soon('keys of makers', work, { isRepeated: true }),
    emit,
    now,
  });
  return {
    cacheDependencies: {
      [routeOf(getMaker)]: [any('bikes')],
      [routeOf(listMakerBikes)]: [any('bikes')],
    },
    service,
    sitemaps: {
      brands: bikeNamePages('brand', { bikes: store, names }),
      models: bikeNamePages('model', { bikes: store, names }),
      parts: partPages({ bikes: store, names }),
    },
    stores: [store],
    mount: (api, guards) =>
      void api.route('/', makerRoutes(service, guards)).route('/', makerModerationRoutes(merging, guards)),
    schedule: [{ name: 'keys of makers', every: hour, run: (stopping) => merging.sweep(stopping) }],
  } satisfies Module & Record<string, unknown>;
}
export type MakersModule = ReturnType<typeof makersModule>;
