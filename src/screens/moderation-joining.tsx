import { useState } from 'react';
import type { Application } from '#contract/applications.ts';
import type { Page } from '#contract/paging.ts';
import { t } from '#contract/texts.ts';
import { fetchAllInvitations } from '#src/features/invitations/invitations.actions.ts';
import { Invitations } from '#src/features/invitations/invitations.tsx';
import { useInvitations } from '#src/features/invitations/use-invitations.ts';
import { Applicants } from '#src/features/moderation/applicants.tsx';
import { fetchApplications } from '#src/features/moderation/moderation.actions.ts';
import { appendPage, restoreListLength, saveListLength } from '#src/queries/list-length.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { useSession } from '#src/session/use-session.ts';
import type { Elements } from '#src/ui/elements.ts';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Section } from '#src/ui/section.tsx';
import { ModerationPart } from './moderation-part.tsx';

/** Who wants to join, and who may, for operators. @param parts the links to the other pages */
export function ModerationJoining({ parts }: { parts: Elements }) {
  const { user } = useSession();
  const userId = user?.id ?? '';
  const [waiting, setWaiting] = useState<Page<Application>>();
  const list = `${userId}:applications`;
  const refreshed = useRefreshed(user && list, async () =>
    setWaiting(await restoreListLength(list, (cursor) => fetchApplications(userId, cursor))),
  );
  const invitations = useInvitations(user && `${userId}:all-invitations`, (cursor) =>
    fetchAllInvitations(userId, cursor),
  );
  const loadMore = async () => {
    if (!waiting?.next) return;
    const whole = appendPage(waiting, await fetchApplications(userId, waiting.next));
    saveListLength(list, whole.items.length);
    setWaiting(whole);
  };
  const { page, loadMore: loadMoreInvitations, put } = invitations;
  return (
    <ModerationPart title={t`Moderation: joining`} name={t`Joining`} parts={parts} refreshed={refreshed}>
      {waiting && user && (
        <>
          <Section title="Applicants" about="Longest waiting first">
            <Applicants userId={userId} applications={waiting.items} refresh={refreshed.refresh} />
            {waiting.next && <LoadMore load={loadMore} />}
          </Section>
          {page && <Invitations userId={userId} page={page} loadMore={loadMoreInvitations} put={put} operator />}
        </>
      )}
    </ModerationPart>
  );
}
