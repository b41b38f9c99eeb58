import type { BackupState } from '#contract/backups.ts';
import { Ago } from '#src/ui/ago.tsx';
import { counted } from '#src/ui/format.ts';
import { Note } from '#src/ui/note.tsx';
import { sizeText } from '#src/ui/size-text.ts';
import { SpecList, type SpecRow } from '#src/ui/spec-list.tsx';

const hour = 3600;
const every = (seconds: number): string => {
  if (seconds % (24 * hour) === 0) return seconds === 24 * hour ? 'Every day' : `Every ${seconds / (24 * hour)} days`;
  if (seconds % hour === 0) return seconds === hour ? 'Every hour' : `Every ${seconds / hour} hours`;
  return `Every ${Math.round(seconds / 60)} min`;
};

function rowsOf({ place, every: seconds, keep, runningSince, last }: BackupState): SpecRow[] {
  return [
    ...(runningSince
      ? [
          {
            name: 'Running',
            value: (
              <span>
                since <Ago time={runningSince} inside />
              </span>
            ),
          },
        ]
      : []),
    { name: 'Last backup', value: last ? <Ago time={last.at} /> : 'None yet' },
    ...(last
      ? [
          { name: 'Name', value: last.name },
          { name: 'Database', value: `${sizeText(last.bytes)}, compressed` },
          {
            name: 'Photos',
            value:
              last.photos === null
                ? 'Not included: they are in a bucket of their own'
                : counted(last.photos, 'file', { many: 'files' }),
          },
          {
            name: 'Consistent',
            value: last.consistent
              ? 'Yes, as of one moment'
              : 'No: what changed meanwhile is as before or as after the change',
          },
        ]
      : []),
    { name: 'Schedule', value: `${every(seconds)}, the last ${keep} are kept` },
    { name: 'Place', value: place },
  ];
}

/** Whether backups are made, and how the last one went. */
export function Backups({ backup }: { backup: BackupState | null }) {
  if (!backup) {
    return (
      <Note state="notice">
        No backups are made by schedule. Set BACKUP_TO to a folder or a bucket and restart the site.
      </Note>
    );
  }
  const { failure } = backup;
  return (
    <>
      {failure && (
        <Note state="failed">
          The backup failed <Ago time={failure.at} inside />
          <span>{`: ${failure.message}`}</span>
        </Note>
      )}
      <SpecList rows={rowsOf(backup)} />
    </>
  );
}
