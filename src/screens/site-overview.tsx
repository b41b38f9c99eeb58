import type { ReactNode } from 'react';
import type { Id } from '#contract/ids.ts';
import type { Overview } from '#contract/overview.ts';
import { Backups } from '#src/features/backups/backups.tsx';
import { LogDownload } from '#src/features/moderation/log-download.tsx';
import { Attention } from '#src/features/overview/attention.tsx';
import { Errors } from '#src/features/overview/errors.tsx';
import { Jobs } from '#src/features/overview/jobs.tsx';
import { SiteNumbers } from '#src/features/overview/numbers.tsx';
import { Processes } from '#src/features/overview/processes.tsx';
import { Queues } from '#src/features/overview/queues.tsx';
import { useOverview } from '#src/features/overview/use-overview.ts';
import { useSession } from '#src/session/use-session.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { Note } from '#src/ui/note.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { Section } from '#src/ui/section.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';
import { TrailEnd } from './trail-end.tsx';

/** The server's report, a section for each part. */
function Known({ overview, userId }: { overview: Overview; userId: Id }) {
  const { numbers, queues, errors, jobs, processes, backup } = overview;
  return (
    <>
      <Attention overview={overview} />
      <Section title="Numbers">
        <SiteNumbers numbers={numbers} />
      </Section>
      <Section title="Waiting">
        <Queues queues={queues} />
      </Section>
      <Section title="Backups">
        <Backups backup={backup} />
      </Section>
      <Section title="Errors" about="In the last day">
        <Errors errors={errors} />
      </Section>
      <Section title="Processes">
        <Processes processes={processes} />
      </Section>
      <Section title="Jobs">
        <Jobs jobs={jobs} />
      </Section>
      <Section title="Moderation log">
        <LogDownload userId={userId} />
      </Section>
    </>
  );
}

/** How the site is, for operators. @param parts the links to the other pages */
export function SiteOverview({ parts }: { parts: ReactNode }) {
  const { user } = useSession();
  const { overview, error, refreshing, refresh, silent } = useOverview(user?.id ?? null);
  usePageTitle('Moderation: overview');
  if (error?.code === 'not_found') return <TrailEnd />;
  const retry = (
    <Button look="quiet" small busy={refreshing} onClick={() => void refresh()}>
      Retry
    </Button>
  );
  return (
    <>
      <PageHead
        title="Moderation"
        about={
          overview ? (
            <>
              Overview, <Ago time={overview.at} inside />
            </>
          ) : (
            'Overview'
          )
        }
      />
      {parts}
      <div className={`${styles.column} ${styles.wide}`}>
        {silent && (
          <Note role="status">
            {overview ? 'No signal. This is how the site was.' : 'You see the overview here when there is signal.'}
          </Note>
        )}
        {!silent && error && (
          <Note state="failed" role="alert" action={retry}>
            {error.message}
          </Note>
        )}
        {overview && user ? (
          <Known overview={overview} userId={user.id} />
        ) : (
          !silent &&
          !error && (
            <Section title="Numbers">
              <SiteNumbers />
            </Section>
          )
        )}
      </div>
    </>
  );
}
