import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { PersonalToken } from '#contract/personal-tokens.ts';
import { complain } from '#src/forms/complain.ts';
import { type Refreshed, useRefreshed } from '#src/queries/use-refreshed.ts';
import { fetchTokens, revokeOwnToken } from './personal-tokens.actions.ts';

interface OwnTokens extends Refreshed {
  /** Newest first; undefined until the server has answered. */
  tokens: readonly PersonalToken[] | undefined;
  /** The token being revoked. */
  revoking: Id | null;
  add: (token: PersonalToken) => void;
  /** Revokes a token; returns whether that worked. */
  revoke: (token: PersonalToken) => Promise<boolean>;
}

/** Fetches the member's personal tokens; not cached on this device. */
export function useOwnTokens(userId: Id): OwnTokens {
  const [tokens, setTokens] = useState<readonly PersonalToken[]>();
  const [revoking, setRevoking] = useState<Id | null>(null);
  const refreshed = useRefreshed(userId, async () => setTokens(await fetchTokens(userId)));
  const revoke = async ({ id }: PersonalToken) => {
    if (revoking !== null) return false;
    setRevoking(id);
    try {
      await revokeOwnToken(userId, id);
      setTokens((before) => before?.filter((one) => one.id !== id));
      return true;
    } catch (cause) {
      complain(cause);
      return false;
    } finally {
      setRevoking(null);
    }
  };
  const add = (token: PersonalToken) => setTokens((before) => [token, ...(before ?? [])]);
  return { ...refreshed, tokens, revoking, add, revoke };
}
