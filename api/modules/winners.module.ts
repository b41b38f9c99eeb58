import { BikesById } from '#api/features/bikes/bikes.by-id.store.ts';
import { FoundBikes } from '#api/features/bikes/bikes.found.store.ts';
import { BikeWinStore } from '#api/features/bikes/bikes.won.store.ts';
import { countryName, namedPlace, placesOf, regionName } from '#api/features/places/places.lists.ts';
import { OwnerProfiles } from '#api/features/profile/profile.owners.store.ts';
import { rankingAlerts, winnerAlerts } from '#api/features/winners/winners.alerts.ts';
import { CurrentWeek } from '#api/features/winners/winners.current-week.ts';
import type { ElectionDeps } from '#api/features/winners/winners.election.ts';
import { RankedStore } from '#api/features/winners/winners.ranked.store.ts';
import { RankingService, rankingMaxAgeMs } from '#api/features/winners/winners.ranking.ts';
import { winnerRoutes } from '#api/features/winners/winners.routes.ts';
import { WinnerService } from '#api/features/winners/winners.service.ts';
import { WinnerStore } from '#api/features/winners/winners.store.ts';
import { Leases } from '#api/platform/leases.ts';
import { getWeekRanking, listWinners } from '#contract/winners.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BlocksModule } from './blocks.module.ts';
import { any, routeOf, stale } from './cache-dependencies.ts';
import type { CommentsModule } from './comments.module.ts';
import type { FavoritesModule } from './favorites.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { LikesModule } from './likes.module.ts';
import { type Module, minute } from './module.ts';

interface Deps {
  accounts: AccountsModule;
  likes: LikesModule;
  favorites: FavoritesModule;
  comments: CommentsModule;
  blocks: BlocksModule;
}

/** Bike of the Week. */
export function winnersModule(
  { db, emit, now }: Infrastructure,
  { accounts, likes, favorites, comments, blocks }: Deps,
) {
  const bikes = new BikeWinStore(db);
  const weeks = new WinnerStore(db);
  const leases = new Leases(db, now);
  const owners = new OwnerProfiles(db, { countryName, regionName, placesOf, namedPlace });
  const election: ElectionDeps = {
    candidates: (from, to, close) => bikes.candidates(from, to, close),
    candidatesAmong: (ids, from, to, close) => bikes.candidatesAmong(ids, from, to, close),
    thatWon: (ids) => weeks.thatWon(ids),
    ownersBefore: (week, before) => weeks.ownersBefore(week, before),
    likes: (from, before) => likes.votes.between(from, before),
    ownersOf: (ids) => bikes.ownersOf(ids),
    votersByIds: (ids) => accounts.voters.trustedFrom(ids, now()),
    commentersOf: (of, from, before) => comments.commenters.of(of, from, before),
    favoritersOf: (of, from, before) => favorites.votes.of(of, from, before),
    blocked: (pairs) => blocks.store.blockedPairs(pairs),
  };
  const service = new WinnerService({
    weeks,
    election,
    leases,
    bikes,
    withOwners: (won) => owners.addTo(won),
    emit,
    now,
  });
  const ranked = new RankedStore(db);
  const byIds = new BikesById(db);
  const ranking = new RankingService({
    ranked,
    readWeek: (week) =>
      CurrentWeek.read(week, {
        election,
        likesOf: (ids, from, before) => Array.fromAsync(likes.received.of(ids, from, before)),
        bikes: new FoundBikes(db),
        now,
      }),
    cardsOf: (ids) => byIds.cards(ids),
    emit,
    now,
  });
  return {
    cacheDependencies: {
      [routeOf(listWinners)]: [any('bikes')],
      [routeOf(getWeekRanking)]: [
        { ...any('bikes'), maxAgeMs: rankingMaxAgeMs },
        // Votes, voters and earlier winners show when it is read next.
        stale('likes'),
        stale('users'),
        stale('winners'),
      ],
    },
    service,
    ranking,
    stores: [bikes, weeks, leases, ranked],
    alertSources: [winnerAlerts, rankingAlerts],
    erasers: [{ erase: ({ id }) => weeks.forgetOwner(id) }],
    mount: (api, guards) => void api.route('/', winnerRoutes(service, ranking, guards)),
    schedule: [
      { name: 'winners', every: minute, run: (stopping) => service.decideDue(stopping) },
      { name: 'ranking', every: minute, run: () => ranking.tell() },
    ],
  } satisfies Module & Record<string, unknown>;
}
export type WinnersModule = ReturnType<typeof winnersModule>;
