import type { Overview, ProcessState } from '#contract/overview.ts';
import { t } from '#contract/texts.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Rows } from '#src/ui/rows.tsx';
import { sizeText } from '#src/ui/size-text.ts';

type AboutProps = Pick<ProcessState, 'version' | 'build' | 'memory' | 'disk' | 'startedAt'>;

function About({ version, build, memory, disk, startedAt }: AboutProps) {
  const parts = [t`Version ${build ? `${version} (${build})` : version}`, t`${sizeText(memory)} of memory`];
  if (disk !== null) parts.push(t`${sizeText(disk)} of disk free`);
  return (
    <>
      <span>{`${parts.join(' · ')} ·`}</span>{' '}
      <span>
        started <Ago time={startedAt} inside />
      </span>
    </>
  );
}

const Lost = ({ at }: { at: string }) => (
  <span>
    Ended without being stopped, last seen <Ago time={at} inside />
  </span>
);

const Stopped = ({ at }: { at: string }) => (
  <span>
    Stopped <Ago time={at} inside />
  </span>
);

/** The processes of the site. */
export function Processes({ processes }: Pick<Overview, 'processes'>) {
  if (processes.length === 0) return <p className="quiet">No process has reported yet.</p>;
  return (
    <Rows
      rows={processes.map(({ id, host, pid, state, seenAt, ...rest }) => ({
        key: id,
        name: t`${host}, process ${pid}`,
        about: <About {...rest} />,
        failure: state === 'lost' && <Lost at={seenAt} />,
        detail: state === 'running' ? t`Running` : state === 'stopped' && <Stopped at={seenAt} />,
      }))}
    />
  );
}
