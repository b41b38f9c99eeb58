import { signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import { useValue } from '#src/ui/use-value.ts';
import { missingPart } from './stale-chunks.ts';

type ErrorText = { title: string; about: string };

function textOf(error: Error, silent: boolean): ErrorText {
  const part = missingPart(error);
  if (!part)
    return { title: 'Something went wrong on our end', about: 'An unexpected error occurred. Please try again.' };
  if (silent) {
    const about = "This page isn't available offline. It will load when you have signal.";
    return { title: 'Not saved on this device', about };
  }
  return { title: "This page didn't load", about: `Its ${part} didn't arrive. Reload to try again.` };
}

/** Shown instead of a screen that threw or whose chunk did not load. */
export function ErrorScreen({ error }: { error: Error }) {
  const { title, about } = textOf(error, useValue(signalAtom) === 'none');
  usePageTitle(title);
  return (
    <div className="frame" role="alert">
      <EmptyState
        level={1}
        title={`${title}.`}
        action={
          <Button look="quiet" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        {about}
      </EmptyState>
    </div>
  );
}
