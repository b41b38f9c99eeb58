import { figureRoutes } from '#api/features/figures/figures.routes.ts';
import { TtlValue } from '#api/platform/ttl-value.ts';
import { getSiteFigures } from '#contract/figures.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import { routeOf, stale } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { LikesModule } from './likes.module.ts';
import type { Module } from './module.ts';
import type { WinnersModule } from './winners.module.ts';

/** Maximum age in milliseconds of the figures, as counting takes longer the more there is. */
const figuresMaxAgeMs = 10_000;

interface Deps {
  accounts: AccountsModule;
  bikes: BikesModule;
  likes: LikesModule;
  winners: WinnersModule;
}

/** How much there is on the site. */
export function figuresModule({ now }: Infrastructure, { accounts, bikes, likes, winners }: Deps) {
  const figures = new TtlValue(
    async () => {
      const [all, categories, members, likeCount, [last]] = await Promise.all([
        bikes.count(),
        bikes.figures.categories(),
        accounts.people.count(),
        likes.store.total(),
        winners.service.decided(1),
      ]);
      return { bikes: all, categories, members, likes: likeCount, decided: last?.week ?? null };
    },
    { now, maxAgeMs: figuresMaxAgeMs },
  );
  return {
    cacheDependencies: {
      [routeOf(getSiteFigures)]: [stale('bikes'), stale('users'), stale('likes'), stale('winners')],
    },
    mount(api, guards) {
      api.route(
        '/',
        figureRoutes(() => figures.get(), guards),
      );
    },
  } satisfies Module;
}
