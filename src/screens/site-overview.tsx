import type { Overview } from '#contract/overview.ts';
import { t } from '#contract/texts.ts';
import { Backups } from '#src/features/backups/backups.tsx';
import { Attention } from '#src/features/overview/attention.tsx';
import { Errors } from '#src/features/overview/errors.tsx';
import { Jobs } from '#src/features/overview/jobs.tsx';
import { SiteNumbers } from '#src/features/overview/numbers.tsx';
import { Processes } from '#src/features/overview/processes.tsx';
import { Queues } from '#src/features/overview/queues.tsx';
import { useOverview } from '#src/features/overview/use-overview.ts';
import { useSession } from '#src/session/use-session.ts';
import { Ago } from '#src/ui/ago.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { Section } from '#src/ui/section.tsx';
import { ModerationPart } from './moderation-part.tsx';

/** The server's report, a section for each part. */
function Known({ overview }: { overview: Overview }) {
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
    </>
  );
}

/** How the site is, for operators. @param parts the links to the other pages */
export function SiteOverview({ parts }: { parts: Elements }) {
  const { user } = useSession();
  const { overview, ...refreshed } = useOverview(user?.id ?? null);
  return (
    <ModerationPart
      title={t`Moderation: overview`}
      name={t`Overview`}
      about={
        overview && (
          <span>
            , <Ago time={overview.at} inside />
          </span>
        )
      }
      parts={parts}
      refreshed={refreshed}
      skeleton={
        <Section title="Numbers">
          <SiteNumbers />
        </Section>
      }
    >
      {overview && <Known overview={overview} />}
    </ModerationPart>
  );
}
