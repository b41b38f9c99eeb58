import { useEffect } from 'react';
import type { AuthUser } from '#contract/auth.ts';
import type { Id } from '#contract/ids.ts';
import { messagesPage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import styles from './conversations.module.css';
import { useThread } from './conversations.queries.ts';
import { ThreadView } from './thread-view.tsx';

/** Milliseconds between two looks at the site while a conversation is open. */
const lookEvery = 15_000;

interface OpenThreadProps extends Omit<Parameters<typeof ThreadView>[0], 'thread'> {
  user: AuthUser;
  otherId: Id;
  /** How many messages the member has not read: another number is a reason to look. */
  unread: number;
}

/** The conversation with somebody, kept in step with the site for as long as it is open. */
export function OpenThread({ user, otherId, unread, ...given }: OpenThreadProps) {
  const read = useThread(user, otherId);
  const { state, data, error, refreshing, refresh, savedCopy, savedAt } = read;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), lookEvery);
    return () => clearInterval(timer);
  }, [refresh]);
  useEffect(() => {
    if (unread > 0) void refresh();
  }, [unread, refresh]);
  // Whether somebody takes messages is for the site to say, as long as it can be asked.
  if (state === 'loading' || (data?.unasked && data.messages.length === 0 && !error)) return <Loader />;
  if (data && state === 'ready') {
    return (
      <>
        {savedCopy && savedAt && (
          <p className={styles.saved}>
            <SavedCopy savedAt={savedAt} />
          </p>
        )}
        <ThreadView key={otherId} user={user} thread={data} {...given} />
      </>
    );
  }
  if (state === 'gone' || error?.code === 'message.self') {
    return (
      <EmptyState title="This trail ends here." action={<Button to={messagesPage()}>All messages</Button>}>
        {error?.code === 'message.self' ? 'This is you.' : 'There is no such member, or not any more.'}
      </EmptyState>
    );
  }
  const retry = (
    <Button look="quiet" busy={refreshing} onClick={refresh}>
      Retry
    </Button>
  );
  return state === 'missing' ? (
    <EmptyState title="Not on this device." action={retry}>
      This conversation is not kept on this device, and there is no signal. It will load when there is.
    </EmptyState>
  ) : (
    <EmptyState title="Something broke on our side." action={retry}>
      {error?.message}
    </EmptyState>
  );
}
