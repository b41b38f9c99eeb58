import { ViewCounts } from '#api/features/views/views.counts.store.ts';
import { viewRoutes } from '#api/features/views/views.routes.ts';
import { ViewService } from '#api/features/views/views.service.ts';
import { ViewStore } from '#api/features/views/views.store.ts';
import type { BikesModule } from './bikes.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';

interface Deps {
  bikes: BikesModule;
}

export function viewsModule({ db, signingKeys, now }: Infrastructure, { bikes: { counters } }: Deps) {
  const store = new ViewStore(db);
  const counts = new ViewCounts(db);
  counters.addSource('views', counts);
  const service = new ViewService({
    views: store,
    keys: signingKeys,
    now,
    bikeOf: async (bikeId) => {
      const bike = await counters.find(bikeId);
      return bike && { owner: { id: bike.ownerId }, status: bike.status };
    },
  });
  return {
    stores: [store, counts],
    privateCollections: ['views'],
    mount: (api, guards) => void api.route('/', viewRoutes(service, guards)),
  } satisfies Module;
}
