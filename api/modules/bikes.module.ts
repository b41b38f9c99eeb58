import { brandOf, brands, matchBrand } from '#api/catalog/catalog.ts';
import { BikeAuthors } from '#api/features/bikes/bikes.authors.store.ts';
import { BikesById } from '#api/features/bikes/bikes.by-id.store.ts';
import type { CountingBike, CountSource } from '#api/features/bikes/bikes.count-changes.store.ts';
import { BikeCounters } from '#api/features/bikes/bikes.counters.ts';
import { BikeCountStore, type CountKind } from '#api/features/bikes/bikes.counts.store.ts';
import { draftRoutes } from '#api/features/bikes/bikes.drafts.routes.ts';
import { BikeDraftStore } from '#api/features/bikes/bikes.drafts.store.ts';
import { BikeDraftService } from '#api/features/bikes/bikes.drafts.ts';
import { EndedBikeStore } from '#api/features/bikes/bikes.ended.store.ts';
import { BikeErasure } from '#api/features/bikes/bikes.erasure.ts';
import { bikeExporter } from '#api/features/bikes/bikes.export.ts';
import { BikeFigures } from '#api/features/bikes/bikes.figures.store.ts';
import { OwnerAvailabilityStore } from '#api/features/bikes/bikes.owner-availability.store.ts';
import { OwnerAvailability } from '#api/features/bikes/bikes.owner-availability.ts';
import { BikeQuota } from '#api/features/bikes/bikes.quota.ts';
import { BikeRing } from '#api/features/bikes/bikes.random.store.ts';
import { RandomBikes } from '#api/features/bikes/bikes.random.ts';
import { RelatedStore } from '#api/features/bikes/bikes.related.store.ts';
import { RelatedBikes } from '#api/features/bikes/bikes.related.ts';
import { bikeRoutes } from '#api/features/bikes/bikes.routes.ts';
import { BikeService } from '#api/features/bikes/bikes.service.ts';
import { SharedBikeStore } from '#api/features/bikes/bikes.shared.store.ts';
import { BikeStatusStore } from '#api/features/bikes/bikes.status-transitions.store.ts';
import { BikeStatusService } from '#api/features/bikes/bikes.status-transitions.ts';
import { BikeStore, type FoundFields } from '#api/features/bikes/bikes.store.ts';
import { BlockStore } from '#api/features/blocks/blocks.store.ts';
import { MakerNameStore } from '#api/features/makers/makers.names.store.ts';
import { MakerNames } from '#api/features/makers/makers.names.ts';
import { moderationAlerts } from '#api/features/moderation/moderation.alerts.ts';
import { countryName, namedPlace, placesOf, regionName } from '#api/features/places/places.lists.ts';
import { OwnerProfiles } from '#api/features/profile/profile.owners.store.ts';
import { TtlValue } from '#api/platform/ttl-value.ts';
import { type Bike, getBike } from '#contract/bike-whole.ts';
import { getRandomBike, listPopularBikes, listRecentBikes } from '#contract/bikes.ts';
import { listBrands } from '#contract/brands.ts';
import { bikePage } from '#contract/pages.ts';
import { getRelatedBikes } from '#contract/related.ts';
import { foundBy, type Searched } from '#contract/search/found.ts';
import type { AccountsModule } from './accounts.module.ts';
import { any, routeOf, theBike, those } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import { hour, type Module, minute } from './module.ts';
import type { PhotosModule } from './photos.module.ts';

interface Deps {
  accounts: AccountsModule;
  photos: PhotosModule;
}

/** Maximum age in milliseconds of the number of bikes, as counting takes longer the more there are. */
const countMaxAgeMs = 10_000;

/** Seconds after which names that another process changed are known here. */
const namesRefreshSeconds = 2;

const brandsForForms = brands().map(({ slug, name, aliases, models }) => ({
  id: slug,
  name,
  aliases,
  models: models.map((model) => model.name),
  categories: models.map((model) => model.category),
}));

/** Bikes: publishing, drafts, lists, counters, moderation and deletion. */
export function bikesModule(infrastructure: Infrastructure, { accounts, photos }: Deps) {
  const { db, siteMeta, jobs, log, now } = infrastructure;
  const store = new BikeStore(db);
  const figures = new BikeFigures(db);
  const blocks = new BlockStore(db);
  const statusStore = new BikeStatusStore(db);
  const draftStore = new BikeDraftStore(db);
  const relatedStore = new RelatedStore(db);
  const ended = new EndedBikeStore(db);
  const ring = new BikeRing(db);
  const counters = new BikeCounters({
    bikes: new BikeCountStore(db),
    siteMeta,
    emit: infrastructure.emit,
    soon: (work) => jobs.soon('numbers of bikes', work, { isRepeated: true }),
  });
  /** Emits a bike's events after those of its answered likes. */
  const emit: Infrastructure['emit'] = async (...events) => {
    for (const event of events) if ('bikeId' in event) await counters.counted(event.bikeId);
    await infrastructure.emit(...events);
  };
  const statuses = new BikeStatusService({ bikes: statusStore, isGone: accounts.isGone, emit, now });
  const quota = new BikeQuota({ bikes: store, now });
  const photosOf = (ownerId: string, ids: string[]) => photos.service.of(ownerId, ids);
  const drafts = new BikeDraftService({
    drafts: draftStore,
    bikes: store,
    quota,
    photosOf,
    touchPhotos: photos.touch,
    now,
  });
  const nameStore = new MakerNameStore(db);
  // Any cached response may show a name.
  const names = new MakerNames(nameStore, () => infrastructure.responseCache.clear());
  const owners = new OwnerProfiles(db, { countryName, regionName, placesOf, namedPlace });
  const foundFields = async (bike: Searched & Pick<Bike, 'owner' | 'components'>): Promise<FoundFields> => {
    const places = (await owners.placesOf([bike.owner.id])).get(bike.owner.id) ?? [];
    return { places, ...foundBy({ ...bike, places }), ...(await names.fold()).keysOf(bike) };
  };
  const service = new BikeService({
    bikes: store,
    drafts: draftStore,
    statuses: statusStore,
    quota,
    photosOf,
    touchPhotos: photos.touch,
    brandById: (id) => brandOf(id) ?? null,
    brandByName: (name) => matchBrand(name) ?? null,
    counted: (id) => counters.counted(id),
    async forPage(bike) {
      const [shown = bike] = await owners.addTo([bike]);
      return { ...shown, parts: (await names.fold()).partsOf(bike.components) };
    },
    foundFields,
    emit,
    now,
  });
  const related = new RelatedBikes({ bikes: relatedStore, service, modelKeyOf: (bike) => names.modelKeyOf(bike) });
  const erasure = new BikeErasure({
    bikes: store,
    ended,
    emit,
    now,
    erasePhotos: async (ownerId, ids, bikeId) => {
      const used = await store.photosInUse(ids, bikeId);
      await photos.erasure.eraseSome(
        ownerId,
        ids.filter((id) => !used.has(id)),
      );
    },
  });
  const shared = new SharedBikeStore(db);
  const counted = new TtlValue(() => figures.count(), { now, maxAgeMs: countMaxAgeMs });
  /** Returns the number of bikes, cached for a moment. */
  const count = () => counted.get();
  const randomBikes = new RandomBikes({
    ring,
    count,
    blockedBy: (id) => blocks.idsOf(id),
    random: () => Math.random(),
  });
  return {
    cacheDependencies: {
      [routeOf(listBrands)]: [],
      // A bike shows its owner's discipline and place, and the owner is not in its path. Its likes are counted when it is read.
      [routeOf(getBike)]: [theBike, those('likes', 'bikeId', 'bikeId'), any('profiles')],
      [routeOf(getRelatedBikes)]: [any('bikes')],
      [routeOf(listRecentBikes)]: [any('bikes')],
      [routeOf(listPopularBikes)]: [any('bikes')],
      [routeOf(getRandomBike)]: [any('bikes')],
    },
    store,
    /** The fold of the names of makers, models and parts. */
    names,
    shared,
    sitemaps: { bikes: { itemsAfter: (place, limit) => shared.publishedAfter(place, limit), pageOf: bikePage } },
    byIds: new BikesById(db),
    service,
    statuses,
    counters,
    figures,
    owners,
    foundFields,
    emit,
    count,
    /** Makes bikes count a kind of item. Returns how its feature reads a bike before it changes one. */
    counting(kind: CountKind, source: CountSource) {
      counters.addSource(kind, source);
      return async (bikeId: string, memberId?: string): Promise<CountingBike | null> => {
        const bike = await counters.find(bikeId);
        if (!bike) return null;
        const { ownerId, status, commentsClosed, counts } = bike;
        const total = counters.total(bike, kind);
        const blocked = memberId !== undefined && (await blocks.blockersBetween(memberId, ownerId)).length > 0;
        return {
          owner: { id: ownerId },
          status,
          commentsClosed,
          blocked,
          total,
          countSoon: (changed) => counters.countSoon(bike, kind, changed),
          cancel: (id) => counters.cancel(bikeId, kind, id),
          count: async (changed) => (await counters.count(bike, kind, changed))[kind],
          settle: async () => (await counters.settle(bikeId))?.[kind] ?? counts[kind],
        };
      };
    },
    stores: [store, draftStore, ended, relatedStore, nameStore],
    privateCollections: ['makerNames'],
    /** Counts likes that a kill left uncounted. */
    async catchUp(): Promise<void> {
      await names.read();
      await counters.countLeft(['likes']).catch((error: unknown) => log.error({ err: error }, 'counting failed'));
    },
    alertSources: [
      moderationAlerts({
        type: 'bikeStatus',
        decided: 'bike.judged',
        noticesOf: (ids) => statusStore.moderationNotices(ids),
      }),
    ],
    denormalizedAuthors: [
      new OwnerAvailability({ bikes: new OwnerAvailabilityStore(db), emit }),
      new BikeAuthors(db, owners),
    ],
    gauges: [
      { name: 'bikes', help: 'Bikes that visitors can see.', read: count },
      {
        name: 'changes_uncounted',
        help: 'Likes, comments, views and favorites that the counters of bikes do not include yet.',
        label: 'kind',
        read: () => counters.waiting(),
      },
      { name: 'bikes_to_erase', help: 'Deleted bikes that are due to be erased.', read: () => ended.waiting(now()) },
    ],
    contentErasers: [erasure],
    exporters: { bikes: bikeExporter(store) },
    mount(api, guards) {
      api
        .route('/', draftRoutes(drafts, guards))
        .route('/', bikeRoutes(service, { statuses, randomBikes, related }, brandsForForms, guards));
    },
    close: () => counters.counted(),
    queues: [
      {
        name: 'counting',
        length: async () => Object.values(await counters.waiting()).reduce((sum, one) => sum + one, 0),
      },
    ],
    schedule: [
      { name: 'names of makers', every: namesRefreshSeconds, whileReadOnly: true, run: () => names.read() },
      { name: 'numbers of bikes', every: minute, run: (stopping) => counters.sweep(stopping) },
      { name: 'places of bikes', every: minute, run: (stopping) => ring.fill(stopping) },
      { name: 'deleted bikes', every: hour, run: (stopping) => erasure.sweep(stopping) },
    ],
  } satisfies Module & Record<string, unknown>;
}
export type BikesModule = ReturnType<typeof bikesModule>;
