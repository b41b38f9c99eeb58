import { useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Id } from '#contract/ids.ts';
import { addBikePage } from '#contract/pages.ts';
import { complain } from '#src/forms/complain.ts';
import { useSession } from '#src/session/use-session.ts';

/** Returns a function that makes a draft of the next build of one's own bike, and opens it. */
export function useDuplicate(): (bike: { id: Id }) => void {
  const { user } = useSession();
  const navigate = useNavigate();
  const isRunning = useRef(false);
  const duplicate = async (id: Id) => {
    if (!user || isRunning.current) return;
    isRunning.current = true;
    try {
      const { duplicateBike } = await import('#src/features/bike-form/new-draft.ts');
      await navigate(addBikePage(await duplicateBike(user, id)));
    } finally {
      isRunning.current = false;
    }
  };
  return ({ id }) => void duplicate(id).catch(complain);
}
