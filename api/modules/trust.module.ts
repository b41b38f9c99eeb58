import { NewMembersStore } from '#api/features/trust/trust.store.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';

interface Deps {
  accounts: AccountsModule;
}

/** Who is new, and what new members may cause to others. The rules are in `contract/trust.ts`. */
export function trustModule({ db, now }: Infrastructure, { accounts }: Deps) {
  const store = new NewMembersStore(db);
  return {
    store,
    /** Filters the members who are new, or not here. */
    async newAmong(ids: string[]): Promise<Set<string>> {
      const at = now();
      const trusted = ids.length > 0 ? await accounts.voters.trustedFrom(ids, at) : new Map<string, Date>();
      return new Set(ids.filter((id) => (trusted.get(id)?.getTime() ?? Number.POSITIVE_INFINITY) > at.getTime()));
    },
    stores: [store],
    privateCollections: ['fromNewMembers'],
    erasers: [{ erase: ({ id }) => store.eraseOf(id) }],
  } satisfies Module & Record<string, unknown>;
}
export type TrustModule = ReturnType<typeof trustModule>;
