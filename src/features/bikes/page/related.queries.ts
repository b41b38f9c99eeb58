import type { Id } from '#contract/ids.ts';
import { type Related, relatedBikes } from '#contract/related.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { withoutBlocked } from '#src/cache/blocked.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { relatedOf, saveRelated } from '#src/features/bikes/related.cache.ts';
import { initialQuery } from '#src/queries/initial-data.ts';
import type { Read } from '#src/queries/read.ts';
import { useCachedQuery } from '#src/queries/use-cached-query.ts';
import { useSession } from '#src/session/use-session.ts';

/** Leaves out bikes of blocked members. */
async function seenBy(userId: Id | undefined, { owner, model, similar }: Related): Promise<Related> {
  const [hers, same, alike] = await Promise.all([owner, model, similar].map((cards) => withoutBlocked(cards, userId)));
  return { owner: hers ?? [], model: same ?? [], similar: alike ?? [] };
}

/** Related bikes; null as id fetches nothing. */
export function useRelatedBikes(id: Id | null): Read<Related> {
  const { user } = useSession();
  return useCachedQuery({
    name: 'beside',
    key: id,
    viewer: user,
    first:
      id === null
        ? undefined
        : initialQuery(relatedBikes, { params: { bikeId: id } }, (beside): Related | null => beside),
    select: async () => {
      const kept = id && (await relatedOf(id));
      return { data: kept ? await seenBy(user?.id, kept.beside) : null, savedAt: kept ? kept.savedAt : null };
    },
    fetch: async () =>
      id &&
      fetchIntoCache(
        () => runAction(relatedBikes, { params: { bikeId: id } }),
        (beside) => saveRelated(id, beside),
      ),
  });
}
