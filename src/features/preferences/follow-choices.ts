import { fetchWriting, watchViewer } from '#src/ui/viewer.ts';
import { followDataUse } from './follow-data.ts';
import { followTheme } from './follow-theme.ts';

let begun = false;

/** Applies the preferences of this device, now and after each change: theme, data saving and language. */
export function followChoices(): void {
  if (begun) return;
  begun = true;
  followTheme();
  followDataUse();
  void fetchWriting();
  watchViewer(() => void fetchWriting());
}
