import { ago } from './format.ts';
import { TrailMark } from './trail-mark.tsx';
import { useNow } from './use-now.ts';

/** How old the copy is that is shown; `savedAt` in milliseconds since the epoch. */
export function SavedCopy({ savedAt }: { savedAt: number }) {
  const words = ago(new Date(savedAt), useNow());
  return (
    <TrailMark state="saved">
      Saved {words === 'Just now' || words === 'Yesterday' ? words.toLowerCase() : words}
    </TrailMark>
  );
}
