import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { LinkedAccount } from '#contract/openid.ts';
import { type Refreshed, useRefreshed } from '#src/queries/use-refreshed.ts';
import { ownLinkedAccounts } from './linked-accounts.actions.ts';

type Answer = { hasPassword: boolean; accounts: readonly LinkedAccount[] };
/** The member's linked accounts; undefined until the server has answered. */
export type OwnLinkedAccounts = Refreshed & { linked: Answer | undefined };

/** Fetches the member's linked accounts; not cached on this device. @param userId null while nobody is logged in */
export function useLinkedAccounts(userId: Id | null): OwnLinkedAccounts {
  const [linked, setLinked] = useState<Answer>();
  const refreshed = useRefreshed(userId, async () => {
    if (userId) setLinked(await ownLinkedAccounts(userId));
  });
  return { ...refreshed, linked };
}
