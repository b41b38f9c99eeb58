import type { Id } from '#contract/ids.ts';
import { many, t } from '#contract/texts.ts';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Section } from '#src/ui/section.tsx';
import { useBikeLists, useListsFound } from './lists.queries.ts';
import { SharedFolders } from './shared-folders.tsx';

/** The lists that hold a bike. Nothing while there are none. */
export function BikeLists({ bikeId }: { bikeId: Id }) {
  const { lists, loadMore } = useBikeLists(bikeId);
  if (lists.length === 0) return null;
  return (
    <Section title={loadMore ? t`In many lists` : many(lists.length)`In # list|In # lists`}>
      <SharedFolders folders={lists} />
      {loadMore && <LoadMore load={loadMore} />}
    </Section>
  );
}

/** The lists that a search finds. Nothing while there are none. */
export function FoundLists({ keywords }: { keywords: string }) {
  const { lists, loadMore } = useListsFound(keywords);
  if (lists.length === 0) return null;
  return (
    <Section title="Lists">
      <SharedFolders folders={lists} />
      {loadMore && <LoadMore load={loadMore} />}
    </Section>
  );
}
