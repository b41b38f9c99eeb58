import { figureRoutes } from '#api/features/figures/figures.routes.ts';
import { getSiteFigures } from '#contract/figures.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import { routeOf, stale } from './cache-dependencies.ts';
import type { LikesModule } from './likes.module.ts';
import type { Module } from './module.ts';
import type { WinnersModule } from './winners.module.ts';

interface Deps {
  accounts: AccountsModule;
  bikes: BikesModule;
  likes: LikesModule;
  winners: WinnersModule;
}

/** How much there is on the site. The response cache counts again three seconds after a write at most. */
export function figuresModule({ accounts, bikes, likes, winners }: Deps) {
  async function figures() {
    const [all, categories, members, likeCount, [last]] = await Promise.all([
      bikes.figures.count(),
      bikes.figures.categories(),
      accounts.people.count(),
      likes.store.total(),
      winners.service.decided(1),
    ]);
    return { bikes: all, categories, members, likes: likeCount, decided: last?.week ?? null };
  }
  return {
    cacheDependencies: {
      [routeOf(getSiteFigures)]: [stale('bikes'), stale('users'), stale('likes'), stale('winners')],
    },
    mount(api, guards) {
      api.route('/', figureRoutes(figures, guards));
    },
  } satisfies Module;
}
