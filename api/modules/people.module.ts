import { MemberBikesStore } from '#api/features/bikes/bikes.of-member.store.ts';
import { peopleRoutes } from '#api/features/people/people.routes.ts';
import { PeopleService } from '#api/features/people/people.service.ts';
import { memberYearRoutes } from '#api/features/people/people.years.routes.ts';
import { yearPages } from '#api/features/people/people.years.sitemap.ts';
import { MemberYears, yearCardsOf } from '#api/features/people/people.years.ts';
import { getMemberYear } from '#contract/member-year.ts';
import { getPerson, listMemberBikes } from '#contract/people-page.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import { any, routeOf, stale, theMember, those } from './cache-dependencies.ts';
import type { FavoritesModule } from './favorites.module.ts';
import type { FollowsModule } from './follows.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { LikesModule } from './likes.module.ts';
import type { Module } from './module.ts';
import type { ProfileModule } from './profile.module.ts';
import type { SharingModule } from './sharing.module.ts';

interface Deps {
  accounts: AccountsModule;
  profile: ProfileModule;
  favorites: FavoritesModule;
  follows: FollowsModule;
  bikes: BikesModule;
  likes: LikesModule;
  sharing: SharingModule;
}

/** The public pages of members. */
export function peopleModule(
  { db, now, log }: Infrastructure,
  { accounts, profile, favorites, follows, bikes: { shared }, likes, sharing }: Deps,
) {
  const bikes = new MemberBikesStore(db);
  const years: MemberYears = new MemberYears({
    here: (id) => service.here(id),
    bikesOf: (id, limit) => shared.activeOf(id, limit),
    likes: likes.received,
    now,
  });
  const service = new PeopleService({
    known: (id) => accounts.people.known(id),
    bikes,
    yearsOf: (id) => years.list(id),
    profileOf: ({ person: { id, avatar }, since: createdAt, operator }) =>
      profile.service.shown({ id, avatar, createdAt, operator }),
    followCountsOf: (id) => follows.service.countsOf(id),
    foldersOf: (member) => favorites.lists.sharedBy(member),
  });
  return {
    cacheDependencies: {
      [routeOf(listMemberBikes)]: [theMember, those('bikes', 'owner.id', 'userId')],
      [routeOf(getPerson)]: [
        theMember,
        those('profiles', '_id', 'userId'),
        those('folders', '_id', 'userId'),
        those('folderOrders', 'userId', 'userId'),
        those('favorites', 'userId', 'userId'),
        // The numbers of followers and followed members, and whether they are shown.
        any('follows'),
        those('preferences', '_id', 'userId'),
        // Shared folders show bikes of others.
        any('bikes'),
        // A year without new bikes is listed if it brought likes.
        stale('likes'),
      ],
      [routeOf(getMemberYear)]: [theMember, those('bikes', 'owner.id', 'userId'), stale('likes')],
    },
    sitemaps: {
      years: yearPages({
        joinedAfter: (cursor, limit) => accounts.people.joinedAfter(cursor, limit),
        yearsOf: (ids) => bikes.yearsOf(ids),
      }),
    },
    shareCards: { years: { find: (id) => years.card(id) } },
    erasers: [{ erase: ({ id }) => sharing.forgetCards(yearCardsOf(id)) }],
    async handle(events) {
      for (const event of events) {
        if (event.what !== 'bike.deleted') continue;
        const ownerId = await bikes.ownerOf(event.bikeId);
        if (!ownerId) continue;
        await sharing
          .forgetCards(yearCardsOf(ownerId))
          .catch((error: unknown) => log.warn({ err: error }, 'share cards of years not forgotten'));
      }
    },
    mount(api, guards) {
      api.route('/', peopleRoutes(service, guards));
      api.route('/', memberYearRoutes(years, guards));
    },
  } satisfies Module;
}
