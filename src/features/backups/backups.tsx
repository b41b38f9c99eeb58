import type { BackupState } from '#contract/backups.ts';
import { many, t } from '#contract/texts.ts';
import { Ago } from '#src/ui/ago.tsx';
import { figure } from '#src/ui/format.ts';
import { Note } from '#src/ui/note.tsx';
import { sizeText } from '#src/ui/size-text.ts';
import { SpecList, type SpecRow } from '#src/ui/spec-list.tsx';

const hour = 3600;
const day = 24 * hour;
const schedule = (seconds: number, keep: number): string => {
  const kept = figure(keep);
  if (seconds % day === 0)
    return many(seconds / day)`Every day, the last ${kept} are kept|Every # days, the last ${kept} are kept`;
  if (seconds % hour === 0)
    return many(seconds / hour)`Every hour, the last ${kept} are kept|Every # hours, the last ${kept} are kept`;
  return t`Every ${figure(Math.round(seconds / 60))} min, the last ${kept} are kept`;
};

function rowsOf({ place, every: seconds, keep, runningSince, last }: BackupState): SpecRow[] {
  return [
    ...(runningSince
      ? [
          {
            name: t`Running`,
            value: (
              <span>
                since <Ago time={runningSince} inside />
              </span>
            ),
          },
        ]
      : []),
    { name: t`Last backup`, value: last ? <Ago time={last.at} /> : t`None yet` },
    ...(last
      ? [
          { name: t`Name`, value: last.name },
          { name: t`Database`, value: t`${sizeText(last.bytes)}, compressed` },
          {
            name: t`Photos`,
            value:
              last.photos === null
                ? t`Not included: they are in a bucket of their own`
                : many(last.photos)`# file|# files`,
          },
          {
            name: t`Consistent`,
            value: last.consistent
              ? t`Yes, as of one moment`
              : t`No: what changed meanwhile is as before or as after the change`,
          },
        ]
      : []),
    { name: t`Schedule`, value: schedule(seconds, keep) },
    { name: t`Place`, value: place },
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
          The backup failed <Ago time={failure.at} inside />: <span>{failure.message}</span>
        </Note>
      )}
      <SpecList rows={rowsOf(backup)} />
    </>
  );
}
