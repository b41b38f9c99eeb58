import { brandOf, brands, matchBrand } from '#api/catalog/catalog.ts';
import { BikeAllowance } from '#api/features/bikes/bikes.allowance.ts';
import { BikesAmong } from '#api/features/bikes/bikes.among.store.ts';
import { BikeCatchUp } from '#api/features/bikes/bikes.catch-up.store.ts';
import { BikeCounters } from '#api/features/bikes/bikes.counters.ts';
import { BikeCountStore, type CountKind } from '#api/features/bikes/bikes.counts.store.ts';
import { draftRoutes } from '#api/features/bikes/bikes.drafts.routes.ts';
import { BikeDraftStore } from '#api/features/bikes/bikes.drafts.store.ts';
import { BikeDraftService } from '#api/features/bikes/bikes.drafts.ts';
import { BikeDraw } from '#api/features/bikes/bikes.draw.ts';
import { EndedBikeStore } from '#api/features/bikes/bikes.ended.store.ts';
import { BikeErasure } from '#api/features/bikes/bikes.erasure.ts';
import { BikeExport } from '#api/features/bikes/bikes.export.ts';
import { BikePeople } from '#api/features/bikes/bikes.people.store.ts';
import { BikeRing } from '#api/features/bikes/bikes.random.store.ts';
import { RelatedStore } from '#api/features/bikes/bikes.related.store.ts';
import { RelatedBikes } from '#api/features/bikes/bikes.related.ts';
import { bikeRoutes } from '#api/features/bikes/bikes.routes.ts';
import { BikeService } from '#api/features/bikes/bikes.service.ts';
import { BikeStandingStore } from '#api/features/bikes/bikes.standing.store.ts';
import { BikeStandings } from '#api/features/bikes/bikes.standing.ts';
import { BikeStatusStore } from '#api/features/bikes/bikes.status.store.ts';
import { BikeStatusService } from '#api/features/bikes/bikes.status.ts';
import type { BikeStore } from '#api/features/bikes/bikes.store.ts';
import type { BlockStore } from '#api/features/blocks/blocks.store.ts';
import type { CountingBike, CountSource } from '#api/platform/counting.ts';
import type { Events } from '#api/platform/events.ts';
import { hour, type Infrastructure, type Module, minute } from './infrastructure.ts';
import type { photosModule } from './photos.ts';

interface Deps {
  bikes: BikeStore;
  blocks: Pick<BlockStore, 'among' | 'idsOf'>;
  photos: Pick<ReturnType<typeof photosModule>, 'service' | 'touch' | 'erasure'>;
  /** The count source of each kind. */
  sources: Record<CountKind, CountSource>;
  /** Returns the number of bikes, cached for a moment. */
  count(): Promise<number>;
  /** Whether a member left or was banned, so that their bikes are hidden. */
  isGone(memberId: string): Promise<boolean>;
  /** Erases all comments, likes, favorites and flags of a bike. */
  eraseTalk(bikeId: string): Promise<void>;
  tell: Events['tell'];
}

const brandsForForms = brands().map(({ slug, name, aliases, models }) => ({
  id: slug,
  name,
  aliases,
  models: models.map((model) => model.name),
  categories: models.map((model) => model.category),
}));

/** Bikes: publishing, drafts, lists, counters, moderation and deletion. */
export function bikesModule(
  { db, notes, jobs, now }: Infrastructure,
  { bikes, blocks, photos, sources, count, isGone, eraseTalk, tell }: Deps,
) {
  const numbers = new BikeCounters({ bikes: new BikeCountStore(db), sources, notes, tell });
  const statusStore = new BikeStatusStore(db);
  const statuses = new BikeStatusService({ bikes: statusStore, isGone, tell, now });
  const draftStore = new BikeDraftStore(db);
  const allowance = new BikeAllowance({ bikes, now });
  const photosOf = (ownerId: string, ids: string[]) => photos.service.of(ownerId, ids);
  const drafts = new BikeDraftService({
    drafts: draftStore,
    bikes,
    allowance,
    photosOf,
    touchPhotos: photos.touch,
    now,
  });
  const service = new BikeService({
    bikes,
    allowance,
    publishDraft: (id, ownerId, content, seen, at) => draftStore.publish(id, ownerId, content, seen, at),
    settleFlag: (id, ownerId, content, at, version) => statusStore.settle(id, ownerId, content, at, version),
    photosOf,
    touchPhotos: photos.touch,
    brandById: (id) => brandOf(id) ?? null,
    brandByName: (name) => matchBrand(name) ?? null,
    tell,
    now,
  });
  const besideStore = new RelatedStore(db);
  const beside = new RelatedBikes({ bikes: besideStore, get: (id) => service.get(id) });
  const among = new BikesAmong(db);
  const ended = new EndedBikeStore(db);
  const erasure = new BikeErasure({
    bikes,
    ended,
    eraseTalk,
    tell,
    now,
    erasePhotos: async (ownerId, ids, bikeId) => {
      const used = await bikes.photosInUse(ids, bikeId);
      await photos.erasure.eraseSome(
        ownerId,
        ids.filter((id) => !used.has(id)),
      );
    },
  });
  const ring = new BikeRing(db);
  const draw = new BikeDraw({ ring, count, blockedBy: (id) => blocks.idsOf(id), random: () => Math.random() });
  return {
    service,
    statuses,
    numbers,
    erasure,
    /** Reads a bike for the features whose items it counts. */
    counting:
      (kind: CountKind) =>
      async (bikeId: string, memberId?: string): Promise<CountingBike | null> => {
        const bike = await numbers.find(bikeId);
        if (!bike) return null;
        const { ownerId, status, commentsClosed, counts } = bike;
        const blocked = memberId !== undefined && (await blocks.among(memberId, ownerId)).length > 0;
        return {
          owner: { id: ownerId },
          status,
          commentsClosed,
          blocked,
          total: counts[kind],
          count: async (changed) => (await numbers.count(bike, kind, changed))[kind],
          settle: async () => (await numbers.settle(bikeId))?.[kind] ?? counts[kind],
        };
      },
    /** Upgrades rows of older versions to what lists read. */
    catchUp: () => new BikeCatchUp(db, notes).fill(),
    /** Reads bikes of any status, for moderators. */
    whatever: (ids: string[]) => among.whatever(ids),
    copies: [new BikeStandings({ bikes: new BikeStandingStore(db), tell }), new BikePeople(db)],
    exported: new BikeExport(bikes),
    indexed: [bikes, draftStore, ended, besideStore],
    mount(api, guards) {
      api
        .route('/', draftRoutes(drafts, guards))
        .route('/', bikeRoutes(service, { statuses, draw, beside }, brandsForForms, guards));
    },
    begin() {
      jobs.every(minute, 'numbers of bikes', (stopping) => numbers.sweep(stopping));
      jobs.every(minute, 'places of bikes', (stopping) => ring.fill(stopping));
      jobs.every(hour, 'deleted bikes', (stopping) => erasure.sweep(stopping));
    },
  } satisfies Module & Record<string, unknown>;
}
