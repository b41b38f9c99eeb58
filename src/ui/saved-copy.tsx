import { ago } from './format.ts';
import { TrailMark } from './trail-mark.tsx';
import { useNow } from './use-now.ts';
import { useViewer } from './viewer.ts';

/** Says how old the shown cached copy is; `savedAt` in milliseconds since the epoch. */
export function SavedCopy({ savedAt }: { savedAt: number }) {
  const viewer = useViewer();
  return <TrailMark state="saved">{`Saved ${ago(new Date(savedAt), useNow(), viewer, true)}`}</TrailMark>;
}
