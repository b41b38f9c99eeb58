import { GarageStore } from '#api/features/bikes/bikes.garage.store.ts';
import { peopleRoutes } from '#api/features/people/people.routes.ts';
import { PeopleService } from '#api/features/people/people.service.ts';
import type { Ground, Part } from './ground.ts';
import type { MemberStores } from './members.ts';
import type { profilePart } from './profile.ts';
import type { showcasePart } from './showcase.ts';

interface Needs {
  people: Pick<MemberStores['people'], 'known'>;
  profile: { service: Pick<ReturnType<typeof profilePart>['service'], 'shown'> };
  showcase: Pick<ReturnType<typeof showcasePart>, 'foldersSharedBy'>;
}

/** What everybody sees of members, each on a page of their own. */
export function peoplePart({ db }: Ground, { people, profile, showcase }: Needs) {
  const service = new PeopleService({
    known: (id) => people.known(id),
    bikes: new GarageStore(db),
    profileOf: ({ id, avatar }, since) => profile.service.shown({ id, avatar, createdAt: since }),
    foldersOf: (member) => showcase.foldersSharedBy(member),
  });
  return {
    indexed: [],
    mount: (api, guards) => void api.route('/', peopleRoutes(service, guards)),
    begin() {},
  } satisfies Part & Record<string, unknown>;
}
