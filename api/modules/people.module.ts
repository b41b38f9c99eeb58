import { MemberBikesStore } from '#api/features/bikes/bikes.of-member.store.ts';
import { peopleRoutes } from '#api/features/people/people.routes.ts';
import { PeopleService } from '#api/features/people/people.service.ts';
import type { AccountsModule } from './accounts.module.ts';
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
    profileOf: ({ id, avatar }, since) => profile.service.shown({ id, avatar, createdAt: since }),
    foldersOf: (member) => favorites.lists.sharedBy(member),
  });
  return {
    mount: (api, guards) => void api.route('/', peopleRoutes(service, guards)),
  } satisfies Module;
}
