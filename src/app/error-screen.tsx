import { useValue } from '#src/reading/use-value.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import { chunkMissing } from './stale-chunks.ts';

const reload = (
  <Button look="quiet" onClick={() => location.reload()}>
    Reload
  </Button>
);

/** What is shown instead of a screen that broke, or whose code is not on this device. */
export function ErrorScreen() {
  const missing = useValue(chunkMissing);
  usePageTitle(missing ? 'Not on this device' : 'Something broke');
  return (
    <div className="frame" role="alert">
      {missing ? (
        <EmptyState level={1} title="Not on this device." action={reload}>
          This page isn't available offline. It will load when there is signal.
        </EmptyState>
      ) : (
        <EmptyState level={1} title="Something broke on our side." action={reload}>
          An unexpected error occurred. Please try again.
        </EmptyState>
      )}
    </div>
  );
}
