import type { Id } from '#contract/ids.ts';
import { type Invitation, invitationLimits } from '#contract/invitations.ts';
import type { Page } from '#contract/paging.ts';
import { t } from '#contract/texts.ts';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Note } from '#src/ui/note.tsx';
import { Section } from '#src/ui/section.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { InvitationForm } from './invitation-form.tsx';
import { InvitationList } from './invitation-list.tsx';

interface InvitationsProps {
  userId: Id;
  page: Page<Invitation>;
  loadMore: () => Promise<void>;
  /** Called with an invitation that was made or revoked. */
  put: (one: Invitation) => void;
  /** Whether an operator sees those of everybody. */
  operator?: boolean;
  /** Why the member may make none. */
  mayNot?: string | undefined;
}

/** A form that makes invitations, and those that there are. */
export function Invitations({ userId, page, loadMore, put, operator = false, mayNot }: InvitationsProps) {
  const made = (one: Invitation) => {
    put(one);
    showToast({ text: t`Made. Copy the link and send it.` });
  };
  return (
    <>
      <Section title="Invite people">
        {mayNot ? (
          <Note>{mayNot}</Note>
        ) : (
          <InvitationForm userId={userId} limits={invitationLimits[operator ? 'operator' : 'member']} onMade={made} />
        )}
      </Section>
      <Section title="Invitations" about="Newest first">
        <InvitationList userId={userId} invitations={page.items} named={operator} onChanged={put} />
        {page.next && <LoadMore load={loadMore} />}
      </Section>
    </>
  );
}
