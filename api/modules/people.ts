import { MemberBikesStore } from '#api/features/bikes/bikes.of-member.store.ts';
import { peopleRoutes } from '#api/features/people/people.routes.ts';
import { PeopleService } from '#api/features/people/people.service.ts';
import type { Infrastructure, Module } from './infrastructure.ts';
import type { MemberStores } from './members.ts';
import type { profileModule } from './profile.ts';
import type { showcaseModule } from './showcase.ts';

interface Deps {
  people: Pick<MemberStores['people'], 'known'>;
  profile: { service: Pick<ReturnType<typeof profileModule>['service'], 'shown'> };
  showcase: Pick<ReturnType<typeof showcaseModule>, 'foldersSharedBy'>;
}

/** The public pages of members. */
export function peopleModule({ db }: Infrastructure, { people, profile, showcase }: Deps) {
  const service = new PeopleService({
    known: (id) => people.known(id),
    bikes: new MemberBikesStore(db),
    profileOf: ({ id, avatar }, since) => profile.service.shown({ id, avatar, createdAt: since }),
    foldersOf: (member) => showcase.foldersSharedBy(member),
  });
  return {
    indexed: [],
    mount: (api, guards) => void api.route('/', peopleRoutes(service, guards)),
    begin() {},
  } satisfies Module & Record<string, unknown>;
}
