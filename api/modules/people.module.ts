import { MemberBikesStore } from '#api/features/bikes/bikes.of-member.store.ts';
import { peopleRoutes } from '#api/features/people/people.routes.ts';
import { PeopleService } from '#api/features/people/people.service.ts';
import { getPerson, listMemberBikes } from '#contract/people-page.ts';
import type { AccountsModule } from './accounts.module.ts';
import { any, routeOf, theMember, those } from './cache-dependencies.ts';
import type { FavoritesModule } from './favorites.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';
import type { ProfileModule } from './profile.module.ts';

interface Deps {
  accounts: AccountsModule;
  profile: ProfileModule;
  favorites: FavoritesModule;
}

/** The public pages of members. */
export function peopleModule({ db }: Infrastructure, { accounts, profile, favorites }: Deps) {
  const service = new PeopleService({
    known: (id) => accounts.people.known(id),
    bikes: new MemberBikesStore(db),
    profileOf: ({ person: { id, avatar }, since: createdAt, operator }) =>
      profile.service.shown({ id, avatar, createdAt, operator }),
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
        // Shared folders show bikes of others.
        any('bikes'),
      ],
    },
    mount: (api, guards) => void api.route('/', peopleRoutes(service, guards)),
  } satisfies Module;
}
