import type { Overview, ProcessState } from '#contract/overview.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Rows } from '#src/ui/rows.tsx';
import { sizeText } from '#src/ui/size-text.ts';

type AboutProps = Pick<ProcessState, 'version' | 'build' | 'memory' | 'disk' | 'startedAt'>;

function About({ version, build, memory, disk, startedAt }: AboutProps) {
  const parts = [`Version ${version}${build && ` (${build})`}`, `${sizeText(memory)} of memory`];
  if (disk !== null) parts.push(`${sizeText(disk)} of disk free`);
  return (
    <>
      <span>{`${parts.join(' · ')} · started`}</span> <Ago time={startedAt} inside />
    </>
  );
}

const Seen = ({ said, at }: { said: string; at: string }) => (
  <>
    <span>{said}</span> <Ago time={at} inside />
  </>
);

/** The processes of the site. */
export function Processes({ processes }: Pick<Overview, 'processes'>) {
  if (processes.length === 0) return <p className="quiet">No process has reported yet.</p>;
  return (
    <Rows
      rows={processes.map(({ id, host, pid, state, seenAt, ...rest }) => ({
        key: id,
        name: `${host}, process ${pid}`,
        about: <About {...rest} />,
        failure: state === 'lost' && <Seen said="Ended without being stopped, last seen" at={seenAt} />,
        detail: state === 'running' ? 'Running' : state === 'stopped' && <Seen said="Stopped" at={seenAt} />,
      }))}
    />
  );
}
