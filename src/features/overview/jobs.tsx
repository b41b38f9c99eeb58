import type { Overview } from '#contract/overview.ts';
import { t } from '#contract/texts.ts';
import { Ago } from '#src/ui/ago.tsx';
import { displayPreferences } from '#src/ui/display-preferences.ts';
import { decimal } from '#src/ui/format.ts';
import { Rows } from '#src/ui/rows.tsx';

/** Formats seconds as `15 s`, `1 min`, `12 h`. */
function spanText(seconds: number): string {
  if (seconds < 60) return t`${seconds} s`;
  return seconds < 3600 ? t`${Math.round(seconds / 60)} min` : t`${Math.round(seconds / 3600)} h`;
}

const took = (ms: number): string =>
  ms < 1000 ? t`${ms}\u00a0ms` : t`${decimal((ms / 1000).toFixed(1), displayPreferences().writing)}\u00a0s`;

/** Background jobs: those that failed first. */
export function Jobs({ jobs }: Pick<Overview, 'jobs'>) {
  if (jobs.length === 0) return <p className="quiet">No jobs reported yet.</p>;
  const sorted = jobs.toSorted((a, b) => Number(b.error !== null) - Number(a.error !== null));
  return (
    <Rows
      columns
      rows={sorted.map(({ name, every, lastAt, ms, error }) => ({
        key: name,
        // Jobs have the names that the log gives them.
        name: <span lang="en">{name.charAt(0).toUpperCase() + name.slice(1)}</span>,
        about: lastAt ? t`Every ${spanText(every)}, took ${took(ms)}` : t`Every ${spanText(every)}`,
        failure: error && t`Failed: ${error}`,
        detail: lastAt ? <Ago time={lastAt} /> : t`Not yet`,
      }))}
    />
  );
}
