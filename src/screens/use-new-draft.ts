import { useRef } from 'react';
import { useNavigate } from 'react-router';
import type { AuthUser } from '#contract/auth.ts';
import type { Id } from '#contract/ids.ts';
import { addBikePage } from '#contract/pages.ts';
import { complain } from '#src/forms/complain.ts';
import { useSession } from '#src/session/use-session.ts';

/** Returns a function that makes a draft, whose id `make` returns, and opens it. */
export function useNewDraft(): (make: (user: AuthUser) => Promise<Id>) => void {
  const { user } = useSession();
  const navigate = useNavigate();
  const isRunning = useRef(false);
  const run = async (make: (user: AuthUser) => Promise<Id>) => {
    if (!user || isRunning.current) return;
    isRunning.current = true;
    try {
      await navigate(addBikePage(await make(user)));
    } finally {
      isRunning.current = false;
    }
  };
  return (make) => void run(make).catch(complain);
}
