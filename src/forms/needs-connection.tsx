import { signalAtom } from '#src/lib/signal.ts';
import { Note } from '#src/ui/note.tsx';
import { useValue } from '#src/ui/use-value.ts';

/** Says, while offline, that something needs a connection. */
export function NeedsConnection({ children }: { children: string }) {
  if (useValue(signalAtom) !== 'none') return null;
  return <Note role="status">{children}</Note>;
}
