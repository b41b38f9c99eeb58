import { Link, useParams, useSearchParams } from 'react-router';
import { moderationPage } from '#contract/pages.ts';
import { FlagQueue } from '#src/features/moderation/flag-queue.tsx';
import { useQueue } from '#src/features/moderation/use-queue.ts';
import { SiteSetup } from '#src/features/services/setup/site-setup.tsx';
import { useSession } from '#src/session/use-session.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';
import { SiteOverview } from './site-overview.tsx';
import { TrailEnd } from './trail-end.tsx';

type State = 'open' | 'decided';

const overviewPage = `${moderationPage()}/overview`;
/** The pages for operators, in the order of their links. */
const parts = [
  { to: moderationPage(), label: 'Flags' },
  { to: overviewPage, label: 'Overview' },
];

/** Links to the other pages for operators. */
const Parts = ({ current }: { current: string }) => (
  <nav className={styles.links} aria-label="Moderation">
    {parts.map(({ to, label }) => (
      <Link key={to} to={to} aria-current={to === current ? 'page' : undefined}>
        {label}
      </Link>
    ))}
  </nav>
);

function Flags({ state }: { state: State }) {
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
      <Parts current={moderationPage()} />
      {user && <FlagQueue queue={queue} userId={user.id} state={state} />}
      {user && <SiteSetup userId={user.id} />}
    </>
  );
}

/** The pages for operators: flagged content first. */
export function ModerationScreen() {
  const { part } = useParams();
  const state: State = useSearchParams()[0].get('state') === 'decided' ? 'decided' : 'open';
  if (part === undefined) return <Flags key={state} state={state} />;
  if (part === 'overview') return <SiteOverview parts={<Parts current={overviewPage} />} />;
  return <TrailEnd />;
}
