import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { Passkey } from '#contract/passkeys.ts';
import { type Refreshed, useRefreshed } from '#src/queries/use-refreshed.ts';
import { ownPasskeys } from './passkeys.actions.ts';

/** The member's passkeys; undefined until the server has answered. */
export type OwnPasskeys = Refreshed & { passkeys: readonly Passkey[] | undefined };

/** Fetches the member's passkeys; not cached on this device. @param userId null while nobody is logged in */
export function usePasskeys(userId: Id | null): OwnPasskeys {
  const [passkeys, setPasskeys] = useState<readonly Passkey[]>();
  const refreshed = useRefreshed(userId, async () => {
    if (userId) setPasskeys(await ownPasskeys(userId));
  });
  return { ...refreshed, passkeys };
}
