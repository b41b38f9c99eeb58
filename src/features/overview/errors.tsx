import type { Overview } from '#contract/overview.ts';
import { Ago } from '#src/ui/ago.tsx';
import { figure } from '#src/ui/format.ts';
import { Rows } from '#src/ui/rows.tsx';

/** The errors of the last day. */
export function Errors({ errors }: Pick<Overview, 'errors'>) {
  if (errors.length === 0) return <p className="quiet">No errors.</p>;
  return (
    <Rows
      rows={errors.map(({ message, where, count, lastAt }) => ({
        key: `${where} ${message}`,
        name: message,
        about: (
          <>
            {where && <span>{`${where} · `}</span>}
            <Ago time={lastAt} inside={where !== ''} />
          </>
        ),
        detail: `${figure(count)} ×`,
      }))}
    />
  );
}
