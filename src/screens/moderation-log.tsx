import { useState } from 'react';
import type { Act } from '#contract/moderation.ts';
import type { Page } from '#contract/paging.ts';
import { t } from '#contract/texts.ts';
import { ActList } from '#src/features/moderation/act-list.tsx';
import { LogDownload } from '#src/features/moderation/log-download.tsx';
import { fetchActs } from '#src/features/moderation/moderation.actions.ts';
import { appendPage, restoreListLength, saveListLength } from '#src/queries/list-length.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { useSession } from '#src/session/use-session.ts';
import type { Elements } from '#src/ui/elements.ts';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Section } from '#src/ui/section.tsx';
import { ModerationPart } from './moderation-part.tsx';

/** The moderation log, for operators. @param parts the links to the other pages */
export function ModerationLog({ parts }: { parts: Elements }) {
  const { user } = useSession();
  const [page, setPage] = useState<Page<Act>>();
  const list = `${user?.id}:log`;
  const refreshed = useRefreshed(user && list, async () => setPage(await restoreListLength(list, fetchActs)));
  const loadMore = async () => {
    if (!page?.next) return;
    const whole = appendPage(page, await fetchActs(page.next));
    saveListLength(list, whole.items.length);
    setPage(whole);
  };
  return (
    <ModerationPart title={t`Moderation: log`} name={t`Log`} parts={parts} refreshed={refreshed}>
      {page && user && (
        <>
          <Section title="Decisions" about="Newest first">
            <ActList acts={page.items} />
            {page.next && <LoadMore load={loadMore} />}
          </Section>
          <Section title="The whole log">
            <LogDownload userId={user.id} />
          </Section>
        </>
      )}
    </ModerationPart>
  );
}
