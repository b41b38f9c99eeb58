import type { Overview } from '#contract/overview.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Rows } from '#src/ui/rows.tsx';

/** Formats seconds as `15 s`, `1 min`, `12 h`. */
function spanText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

const took = (ms: number): string => (ms < 1000 ? `${ms}\u00a0ms` : `${(ms / 1000).toFixed(1)}\u00a0s`);

/** Background jobs: those that failed first. */
export function Jobs({ jobs }: Pick<Overview, 'jobs'>) {
  if (jobs.length === 0) return <p className="quiet">No jobs reported yet.</p>;
  const sorted = jobs.toSorted((a, b) => Number(b.error !== null) - Number(a.error !== null));
  return (
    <Rows
      columns
      rows={sorted.map(({ name, every, lastAt, ms, error }) => ({
        key: name,
        name: name.charAt(0).toUpperCase() + name.slice(1),
        about: `Every ${spanText(every)}${lastAt ? `, took ${took(ms)}` : ''}`,
        failure: error && `Failed: ${error}`,
        detail: lastAt ? <Ago time={lastAt} /> : 'Not yet',
      }))}
    />
  );
}
