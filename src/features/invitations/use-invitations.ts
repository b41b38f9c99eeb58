import { useState } from 'react';
import type { Invitation } from '#contract/invitations.ts';
import type { Page } from '#contract/paging.ts';
import { appendPage, restoreListLength, saveListLength } from '#src/queries/list-length.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';

/**
 * A list of invitations, which this device does not cache.
 * @param list names it; null fetches nothing
 */
export function useInvitations<P extends Page<Invitation>>(
  list: string | null,
  fetchPage: (cursor?: string) => Promise<P>,
) {
  const [page, setPage] = useState<P>();
  const refreshed = useRefreshed(list, async () => {
    if (list) setPage(await restoreListLength(list, fetchPage));
  });
  const loadMore = async () => {
    if (!page?.next || !list) return;
    const whole = appendPage(page, await fetchPage(page.next));
    saveListLength(list, whole.items.length);
    setPage(whole);
  };
  /** Shows an invitation that was made or changed. */
  const put = (one: Invitation) =>
    setPage((before) => {
      if (!before) return before;
      const isKnown = before.items.some(({ id }) => id === one.id);
      const items = isKnown ? before.items.map((old) => (old.id === one.id ? one : old)) : [one, ...before.items];
      return { ...before, items };
    });
  return { page, refreshed, loadMore, put };
}
