import * as v from 'valibot';
import { bikeFields } from '#contract/bike-fields.ts';
import type { BikeNotice } from '#contract/bike-notice.ts';
import { PublishedBike } from '#contract/bike-whole.ts';
import { bikeStatusLabel } from '#contract/option-labels.ts';
import { t } from '#contract/texts.ts';
import type { Elements } from '#src/ui/elements.ts';
import { Note } from '#src/ui/note.tsx';
import { Plaque } from '#src/ui/plaque.tsx';
import { useNow } from '#src/ui/use-now.ts';
import type { ShownBike } from '../shown-bike.ts';
import { daysLeft, ownText } from './status-text.ts';

const looks = { Draft: 'draft', Flagged: 'flagged', Removed: 'removed', Deleted: 'removed' } as const;

const fields: Record<string, { label: string } | undefined> = bikeFields;

/** Returns the validation errors that prevent publishing, each with the label of its field. */
function missingOf(bike: ShownBike): { label: string; message: string }[] {
  const { issues = [] } = v.safeParse(PublishedBike, { ...bike, status: 'Active' });
  return issues.map(({ path, message }) => ({ label: fields[String(path?.[0].key)]?.label ?? t`Photos`, message }));
}

interface OwnBikeNoteProps {
  bike: ShownBike;
  standing: BikeNotice;
  actions: Elements;
}

/** Tells the owner why the bike is not public and what to do. */
export function OwnBikeNote({ bike, standing, actions }: OwnBikeNoteProps) {
  const now = useNow();
  const { status } = bike;
  if (status === 'Active') return null;
  const missing = status === 'Draft' ? missingOf(bike) : [];
  const left = status === 'Deleted' ? daysLeft(standing, now) : '';
  return (
    <Note state={status === 'Draft' ? 'waiting' : 'notice'}>
      <p className="row">
        <Plaque look={looks[status]}>{bikeStatusLabel(status)}</Plaque>
        {left && <span className="small">{left}</span>}
      </p>
      <p>{ownText(status, standing)}</p>
      {missing.length > 0 && (
        <>
          <p>To publish it, fix this:</p>
          <ul>
            {missing.map(({ label, message }) => (
              <li key={label + message}>
                <strong>{label}</strong> <span>{message}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {actions}
    </Note>
  );
}
