import * as v from 'valibot';
import type { BikeNotice } from '#contract/bike-notice.ts';
import { PublishedBike } from '#contract/bike-whole.ts';
import type { Elements } from '#src/ui/elements.ts';
import { Note } from '#src/ui/note.tsx';
import { Plaque } from '#src/ui/plaque.tsx';
import { useNow } from '#src/ui/use-now.ts';
import type { ShownBike } from '../shown-bike.ts';
import { daysLeft, ownText } from './status-text.ts';

const looks = { Draft: 'draft', Flagged: 'flagged', Removed: 'removed', Deleted: 'removed' } as const;

/** Returns the validation errors that prevent publishing. */
function missingOf(bike: ShownBike): string[] {
  const { issues = [] } = v.safeParse(PublishedBike, { ...bike, status: 'Active' });
  return issues.map(({ message }) => message);
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
        <Plaque look={looks[status]}>{status}</Plaque>
        {left && <span className="small">{left}</span>}
      </p>
      <p>{ownText(status, standing)}</p>
      {missing.length > 0 && (
        <>
          <p>To publish it, fix this:</p>
          <ul>
            {missing.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      {actions}
    </Note>
  );
}
