import { ago, agoInside, plainDay } from './format.ts';
import { useHydrated } from './use-hydrated.ts';
import { useNow } from './use-now.ts';

interface AgoProps {
  /** ISO 8601. */
  time: string;
  /** In the middle of a sentence. */
  inside?: boolean;
}

/** How long ago something was; the day itself where nobody knows what time it is for the viewer. */
export function Ago({ time, inside }: AgoProps) {
  const now = useNow();
  const hydrated = useHydrated();
  const date = new Date(time);
  const words = inside ? agoInside : ago;
  return <time dateTime={time}>{hydrated ? words(date, now) : plainDay(date)}</time>;
}
