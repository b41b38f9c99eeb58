import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as v from 'valibot';
import type { MemberAccount } from '#contract/account-help.ts';
import { Id } from '#contract/id-schema.ts';
import type { Act } from '#contract/moderation.ts';
import { moderatedMemberPage } from '#contract/pages.ts';
import type { Page } from '#contract/paging.ts';
import { t } from '#contract/texts.ts';
import { ActList } from '#src/features/moderation/act-list.tsx';
import { FindMember } from '#src/features/moderation/find-member.tsx';
import { fetchAccount } from '#src/features/moderation/member.actions.ts';
import { MemberAccountView } from '#src/features/moderation/member-account.tsx';
import { fetchActs, fetchActsOf } from '#src/features/moderation/moderation.actions.ts';
import { appendPage } from '#src/queries/list-length.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { useSession } from '#src/session/use-session.ts';
import type { Elements } from '#src/ui/elements.ts';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Section } from '#src/ui/section.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { ModerationPart } from './moderation-part.tsx';
import { TrailEnd } from './trail-end.tsx';

interface MemberModerationProps {
  /** The member in the address. */
  id: string | undefined;
  /** Links to the other pages for operators. */
  parts: Elements;
}

/** A search for members. */
function Find({ parts }: { parts: Elements }) {
  const { user } = useSession();
  const [isOperator, setOperator] = useState(false);
  // Whoever is no operator sees the same as on an address that does not exist.
  const refreshed = useRefreshed(user?.id ?? null, async () => {
    await fetchActs();
    setOperator(true);
  });
  return (
    <ModerationPart title={t`Moderation: members`} name={t`Members`} parts={parts} refreshed={refreshed}>
      {isOperator && user && (
        <Section title="Find a member">
          <FindMember userId={user.id} />
        </Section>
      )}
    </ModerationPart>
  );
}

function Member({ id, parts }: { id: Id; parts: Elements }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const [found, setFound] = useState<{ member: MemberAccount; acts: Page<Act> }>();
  const refreshed = useRefreshed(user && `${user.id}:${id}`, async () => {
    if (!user) return;
    const [member, acts] = await Promise.all([fetchAccount(user.id, id), fetchActsOf(id)]);
    setFound({ member, acts });
  });
  const loadMore = async () => {
    if (!found?.acts.next) return;
    setFound({ ...found, acts: appendPage(found.acts, await fetchActsOf(id, found.acts.next)) });
  };
  const username = found?.member.username ?? '';
  return (
    <ModerationPart
      title={username ? t`Moderation: ${username}` : t`Moderation: members`}
      name={username || t`Members`}
      parts={parts}
      refreshed={refreshed}
    >
      {found && user && (
        <>
          <MemberAccountView
            userId={user.id}
            member={found.member}
            refresh={refreshed.refresh}
            onGone={() => {
              showToast({ text: t`The account of ${username} is erased.` });
              void navigate(moderatedMemberPage(), { replace: true });
            }}
          />
          <Section title="Decisions" about="Newest first">
            <ActList acts={found.acts.items} />
            {found.acts.next && <LoadMore load={loadMore} />}
          </Section>
        </>
      )}
    </ModerationPart>
  );
}

/** One member's account for operators, or the search for one. */
export function MemberModeration({ id, parts }: MemberModerationProps) {
  if (id === undefined) return <Find parts={parts} />;
  return v.is(Id, id) ? <Member id={id} parts={parts} /> : <TrailEnd />;
}
