import { fetchWriting, watchViewer } from '#src/ui/viewer.ts';
import { followDataUse } from './follow-data.ts';
import { followTheme } from './follow-theme.ts';

let begun = false;

/** Follows what is chosen on this device, now and after each change: how pages look, what they fetch and how they are written. */
export function followChoices(): void {
  if (begun) return;
  begun = true;
  followTheme();
  followDataUse();
  void fetchWriting();
  watchViewer(() => void fetchWriting());
}
