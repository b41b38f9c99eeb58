import { useEffect } from 'react';
import { onReconnect, signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import { useValue } from '#src/ui/use-value.ts';
import { missingPart, reloadAnew } from './stale-chunks.ts';

type ErrorText = { title: string; about: string; isUnsaved?: boolean };

function textOf(part: ReturnType<typeof missingPart>, isOffline: boolean): ErrorText {
  if (!part)
    return { title: 'Something went wrong on our end', about: 'An unexpected error occurred. Please try again.' };
  if (isOffline) {
    const about = "This page isn't available offline. It will load when you have signal.";
    return { title: 'Not saved on this device', about, isUnsaved: true };
  }
  return { title: "This page didn't load", about: `Its ${part} didn't arrive. Reload to try again.` };
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
        title={`${title}.`}
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
