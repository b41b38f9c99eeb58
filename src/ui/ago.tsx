import { useDisplayPreferences } from './display-preferences.ts';
import { ago } from './format.ts';
import { useNow } from './use-now.ts';

interface AgoProps {
  /** ISO 8601. */
  time: string;
  /** Inside a sentence, so in lower case. */
  inside?: boolean;
}

/** How long ago something was; the date itself in server-rendered pages. */
export function Ago({ time, inside }: AgoProps) {
  const now = useNow();
  const preferences = useDisplayPreferences();
  return (
    <time dateTime={time} lang={preferences.writing?.language}>
      {ago(new Date(time), now, preferences, inside)}
    </time>
  );
}
