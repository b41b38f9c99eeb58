import { t } from '#contract/texts.ts';
import { useDisplayPreferences } from './display-preferences.ts';
import { ago } from './format.ts';
import { TrailMark } from './trail-mark.tsx';
import { useNow } from './use-now.ts';

/** Says how old the shown cached copy is; `savedAt` in milliseconds since the epoch. */
export function SavedCopy({ savedAt }: { savedAt: number }) {
  const preferences = useDisplayPreferences();
  return <TrailMark state="saved">{t`Saved ${ago(new Date(savedAt), useNow(), preferences, true)}`}</TrailMark>;
}
