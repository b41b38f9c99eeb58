import { signal } from '#src/lib/signal.ts';
import { useValue } from '#src/queries/use-value.ts';
import { Note } from '#src/ui/note.tsx';

/** Says, while offline, that something needs a connection. `what` is a gerund: `Logging in`. */
export function NeedsConnection({ what }: { what: string }) {
  if (useValue(signal) !== 'none') return null;
  return <Note role="status">{what} needs a connection. Nothing else here does.</Note>;
}
