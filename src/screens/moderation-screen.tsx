import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { moderationPage } from '#contract/pages.ts';
import { FlagQueue } from '#src/features/moderation/flag-queue.tsx';
import { useQueue } from '#src/features/moderation/use-queue.ts';
import { useSession } from '#src/session/use-session.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';
import { ModerationLog } from './moderation-log.tsx';
import { SiteOverview } from './site-overview.tsx';
import { SiteSetupPage } from './site-setup.tsx';
import { TrailEnd } from './trail-end.tsx';

type State = 'open' | 'decided';

/** The pages for operators, in the order of their links. The first one has no name in the address. */
const pages = [
  { part: undefined, label: 'Flags' },
  { part: 'overview', label: 'Overview' },
  { part: 'site', label: 'Site' },
  { part: 'log', label: 'Log' },
] as const;

/** Links to the pages for operators. */
const Parts = ({ current }: { current: string | undefined }) => (
  <nav className={styles.links} aria-label="Moderation">
    {pages.map(({ part, label }) => (
      <Link
        key={label}
        to={part ? `${moderationPage()}/${part}` : moderationPage()}
        aria-current={part === current ? 'page' : undefined}
      >
        {label}
      </Link>
    ))}
  </nav>
);

function Flags({ state, parts }: { state: State; parts: ReactNode }) {
  const { user } = useSession();
  const queue = useQueue(user?.id ?? null, state);
  usePageTitle('Moderation');
  // Members who are no operators see the same as on an address that does not exist, as the API answers.
  if (queue.error?.code === 'not_found') return <TrailEnd />;
  const other =
    state === 'open' ? (
      <LinkButton to={`${moderationPage()}?state=decided`}>Decided flags</LinkButton>
    ) : (
      <LinkButton to={moderationPage()}>Open flags</LinkButton>
    );
  return (
    <>
      <PageHead title="Moderation" about={state === 'open' ? 'Open flags' : 'Decided flags'} action={other} />
      {parts}
      {user && <FlagQueue queue={queue} userId={user.id} state={state} />}
    </>
  );
}

/** The pages for operators: flagged content first. */
export function ModerationScreen() {
  const { part } = useParams();
  const state: State = useSearchParams()[0].get('state') === 'decided' ? 'decided' : 'open';
  const parts = <Parts current={part} />;
  if (part === undefined) return <Flags key={state} state={state} parts={parts} />;
  if (part === 'overview') return <SiteOverview parts={parts} />;
  if (part === 'site') return <SiteSetupPage parts={parts} />;
  if (part === 'log') return <ModerationLog parts={parts} />;
  return <TrailEnd />;
}
