import { useEffect } from 'react';
import { t } from '#contract/texts.ts';
import { onReconnect, signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import { useValue } from '#src/ui/use-value.ts';
import { missingPart, reloadAnew } from './stale-chunks.ts';

type ErrorText = { title: string; about: string; isUnsaved?: boolean };

function textOf(part: ReturnType<typeof missingPart>, isOffline: boolean): ErrorText {
  if (!part)
    return { title: t`Something went wrong on our end`, about: t`An unexpected error occurred. Please try again.` };
  if (isOffline) {
    const about = t`This page isn't available offline. It will load when you have signal.`;
    return { title: t`Not saved on this device`, about, isUnsaved: true };
  }
  const about =
    part === 'script'
      ? t`Its script didn't arrive. Reload to try again.`
      : t`Its style didn't arrive. Reload to try again.`;
  return { title: t`This page didn't load`, about };
}

/** Shown instead of a screen that threw or whose chunk did not load. A missing chunk loads once the signal is back. */
export function ErrorScreen({ error }: { error: Error }) {
  const part = missingPart(error);
  const { title, about, isUnsaved } = textOf(part, useValue(signalAtom) === 'none');
  usePageTitle(title);
  useEffect(() => (part ? onReconnect(() => void reloadAnew()) : undefined), [part]);
  return (
    <div className="frame" role="alert">
      <EmptyState
        level={1}
        isUnsaved={isUnsaved}
        title={t`${title}.`}
        action={
          <Button look="quiet" onClick={reloadAnew}>
            Reload
          </Button>
        }
      >
        {about}
      </EmptyState>
    </div>
  );
}
