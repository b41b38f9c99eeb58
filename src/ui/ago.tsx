import { ago } from './format.ts';
import { useNow } from './use-now.ts';
import { useViewer } from './viewer.ts';

interface AgoProps {
  /** ISO 8601. */
  time: string;
  /** In the middle of a sentence. */
  inside?: boolean;
}

/** How long ago something was; the day itself where no clock is known. */
export function Ago({ time, inside }: AgoProps) {
  const now = useNow();
  const viewer = useViewer();
  return (
    <time dateTime={time} lang={viewer.writing?.language}>
      {ago(new Date(time), now, viewer, inside)}
    </time>
  );
}
