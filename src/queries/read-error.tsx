import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import type { Read } from './read.ts';

interface ReadErrorProps {
  read: Pick<Read<unknown>, 'state' | 'error' | 'refresh' | 'refreshing'>;
  /** Shown when nothing is cached and there is no connection. */
  missing: string;
  level?: 2 | 3;
}

/** Shown in place of data that could not be read: the reason and a retry button. */
export function ReadError({ read, missing, level = 2 }: ReadErrorProps) {
  const { state, error, refresh, refreshing } = read;
  const retry = (
    <Button look="quiet" busy={refreshing} onClick={refresh}>
      Retry
    </Button>
  );
  return state === 'missing' ? (
    <EmptyState level={level} isUnsaved title="Not saved on this device." action={retry}>
      {missing}
    </EmptyState>
  ) : (
    <EmptyState level={level} title="Something went wrong on our end." action={retry}>
      {error?.message}
    </EmptyState>
  );
}
