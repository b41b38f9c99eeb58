import type { Id } from '#contract/ids.ts';
import { useNewDraft } from './use-new-draft.ts';

/** Returns a function that makes a draft of the next build of one's own bike, and opens it. */
export function useDuplicate(): (bike: { id: Id }) => void {
  const begin = useNewDraft();
  return ({ id }) =>
    begin(async (user) => {
      const { duplicateBike } = await import('#src/features/bike-form/new-draft.ts');
      return duplicateBike(user, id);
    });
}
