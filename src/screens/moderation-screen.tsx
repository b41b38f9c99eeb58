import { useEffect, useRef } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { moderationPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { FlagQueue } from '#src/features/moderation/flag-queue.tsx';
import { useQueue } from '#src/features/moderation/use-queue.ts';
import { useSession } from '#src/session/use-session.ts';
import type { Elements } from '#src/ui/elements.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';
import { MailTextsPage } from './mail-texts-page.tsx';
import { MemberModeration } from './member-moderation.tsx';
import { ModerationJoining } from './moderation-joining.tsx';
import { ModerationLog } from './moderation-log.tsx';
import { ModerationRoles } from './moderation-roles.tsx';
import { ModerationWebhooks } from './moderation-webhooks.tsx';
import { SiteOverview } from './site-overview.tsx';
import { SiteSetupPage } from './site-setup.tsx';
import { TrailEnd } from './trail-end.tsx';
import { UnsentMails } from './unsent-mails.tsx';

type State = 'open' | 'decided';

/** The pages, in the order of their links. The first one has no name in the address. Moderators see two of them. */
const pages = [
  { part: undefined, label: t`Flags` },
  { part: 'overview', label: t`Overview`, forOperators: true },
  { part: 'joining', label: t`Joining`, forOperators: true },
  { part: 'mails', label: t`Mails`, forOperators: true },
  { part: 'site', label: t`Site`, forOperators: true },
  { part: 'roles', label: t`Roles`, forOperators: true },
  { part: 'webhooks', label: t`Webhooks`, forOperators: true },
  { part: 'members', label: t`Members`, forOperators: true },
  { part: 'log', label: t`Log` },
] as const;

/** Links to the pages that the member may open. */
const Parts = ({ current, children }: { current: string | undefined; children?: Elements }) => {
  const isOperator = useSession().user?.operator === true;
  const nav = useRef<HTMLElement>(null);
  // On a phone, half of the links are out of view.
  useEffect(() => {
    if (current) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav ref={nav} className={styles.links} aria-label="Moderation">
      {pages
        .filter((page) => isOperator || !('forOperators' in page))
        .map(({ part, label }) => (
          <Link
            key={label}
            to={part ? `${moderationPage()}/${part}` : moderationPage()}
            aria-current={part === current ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      {children}
    </nav>
  );
};

function Flags({ state }: { state: State }) {
  const { user } = useSession();
  const queue = useQueue(user?.id ?? null, state);
  usePageTitle(t`Moderation`);
  // Members without a role see the same as on an address that does not exist, as the API answers.
  if (queue.error?.code === 'not_found') return <TrailEnd />;
  const isOpen = state === 'open';
  return (
    <>
      <PageHead title="Moderation" about={isOpen ? t`Open flags` : t`Decided flags`} />
      <Parts current={undefined}>
        <Link className={styles.other} to={isOpen ? `${moderationPage()}?state=decided` : moderationPage()}>
          {isOpen ? t`Decided flags` : t`Open flags`}
        </Link>
      </Parts>
      {user && <FlagQueue queue={queue} userId={user.id} state={state} />}
    </>
  );
}

/** The pages for operators and moderators: flagged content first. */
export function ModerationScreen() {
  const { part, id } = useParams();
  const [query] = useSearchParams();
  const state: State = query.get('state') === 'decided' ? 'decided' : 'open';
  const parts = <Parts current={part} />;
  if (part === 'members') return <MemberModeration key={id} id={id} parts={parts} />;
  if (id !== undefined) return <TrailEnd />;
  if (part === undefined) return <Flags key={state} state={state} />;
  if (part === 'joining') return <ModerationJoining parts={parts} />;
  if (part === 'overview') return <SiteOverview parts={parts} />;
  if (part === 'mails' && query.get('view') === 'texts') return <MailTextsPage parts={parts} />;
  if (part === 'mails') return <UnsentMails parts={parts} />;
  if (part === 'site') return <SiteSetupPage parts={parts} />;
  if (part === 'roles') return <ModerationRoles parts={parts} />;
  if (part === 'webhooks') return <ModerationWebhooks parts={parts} />;
  if (part === 'log') return <ModerationLog parts={parts} />;
  return <TrailEnd />;
}
