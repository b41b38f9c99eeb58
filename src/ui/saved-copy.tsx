import { ago } from './format.ts';
import { TrailMark } from './trail-mark.tsx';
import { useNow } from './use-now.ts';
import { useViewer } from './viewer.ts';

/** How old the copy is that is shown; `savedAt` in milliseconds since the epoch. */
export function SavedCopy({ savedAt }: { savedAt: number }) {
  const viewer = useViewer();
  return <TrailMark state="saved">Saved {ago(new Date(savedAt), useNow(), viewer, true)}</TrailMark>;
}
