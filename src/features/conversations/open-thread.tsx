import { useEffect } from 'react';
import type { AuthUser } from '#contract/auth.ts';
import type { Id } from '#contract/ids.ts';
import { messagesPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import styles from './conversations.module.css';
import { useThread } from './conversations.queries.ts';
import { ThreadView } from './thread-view.tsx';

/** Polling interval of an open conversation, in milliseconds. */
const pollMs = 15_000;

interface OpenThreadProps extends Omit<Parameters<typeof ThreadView>[0], 'thread'> {
  user: AuthUser;
  otherId: Id;
  /** Unread count; a change triggers a refresh. */
  unread: number;
}

/** The conversation with a member, polled while it is open. */
export function OpenThread({ user, otherId, unread, ...rest }: OpenThreadProps) {
  const read = useThread(otherId);
  const { state, data, error, refreshing, refresh, savedCopy, savedAt } = read;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), pollMs);
    return () => clearInterval(timer);
  }, [refresh]);
  useEffect(() => {
    if (unread > 0) void refresh();
  }, [unread, refresh]);
  // Only the server knows whether the other member accepts messages, so this waits for its answer.
  if (state === 'loading' || (data?.unasked && data.messages.length === 0 && !error)) return <Loader />;
  if (data && state === 'ready') {
    return (
      <>
        {savedCopy && savedAt && (
          <p className={styles.saved}>
            <SavedCopy savedAt={savedAt} />
          </p>
        )}
        <ThreadView key={otherId} user={user} thread={data} {...rest} />
      </>
    );
  }
  if (state === 'gone' || error?.code === 'message.self') {
    return (
      <EmptyState title="Page not found" action={<Button to={messagesPage()}>All messages</Button>}>
        {error?.code === 'message.self' ? t`This is you.` : t`This member doesn't exist or is no longer here.`}
      </EmptyState>
    );
  }
  const retry = (
    <Button look="quiet" busy={refreshing} onClick={refresh}>
      Retry
    </Button>
  );
  return state === 'missing' ? (
    <EmptyState isUnsaved title="Not saved on this device." action={retry}>
      This conversation will load when you have signal.
    </EmptyState>
  ) : (
    <EmptyState title="Something went wrong on our end." action={retry}>
      {error?.message}
    </EmptyState>
  );
}
