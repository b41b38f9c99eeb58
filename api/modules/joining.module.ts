import { PeopleStore } from '#api/features/accounts/accounts.people.store.ts';
import { invitationExporter } from '#api/features/joining/joining.export.ts';
import { InvitationStore } from '#api/features/joining/joining.invitations.store.ts';
import { Invitations } from '#api/features/joining/joining.invitations.ts';
import { joiningRoutes } from '#api/features/joining/joining.routes.ts';
import { JoinService } from '#api/features/joining/joining.service.ts';
import { Leases } from '#api/platform/leases.ts';
import { getJoining } from '#contract/joining.ts';
import { any, routeOf, stale } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';

/** Who may join the site: the operators' settings, and invitations. */
export function joiningModule({ db, site, now }: Infrastructure) {
  const people = new PeopleStore(db);
  const store = new InvitationStore(db);
  const invitations = new Invitations({ invitations: store, site, people, now });
  const countMembers = (limit: number) => people.countHere(limit);
  const service = new JoinService({ site, invitations, countMembers, leases: new Leases(db, now) });
  return {
    service,
    stores: [store],
    privateCollections: ['invitations'],
    // Whether there is room shows a few seconds late; the write that makes a member counts anew.
    cacheDependencies: { [routeOf(getJoining)]: [any('site'), stale('users')] },
    erasers: [{ erase: ({ id }) => store.eraseOf(id) }],
    uncountedExporters: [invitationExporter(store)],
    mount: (api, guards) => void api.route('/', joiningRoutes(service, invitations, guards)),
  } satisfies Module & Record<string, unknown>;
}
export type JoiningModule = ReturnType<typeof joiningModule>;
