import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import * as v from 'valibot';
import type { AuthUser } from '#contract/auth.ts';
import { Id } from '#contract/ids.ts';
import { messagesPage } from '#contract/pages.ts';
import { ConversationList } from '#src/features/conversations/conversation-list.tsx';
import styles from '#src/features/conversations/conversations.module.css';
import { useConversations } from '#src/features/conversations/conversations.queries.ts';
import { MessagesMenu } from '#src/features/conversations/messages-menu.tsx';
import { OpenThread } from '#src/features/conversations/open-thread.tsx';
import { useFlagging } from '#src/features/flags/use-flagging.tsx';
import { retryRow, undoQueued } from '#src/features/outbox/outbox.actions.ts';
import { useConversationChoice } from '#src/features/preferences/use-conversation-choice.tsx';
import { personSubject } from '#src/mutations/subjects.ts';
import { unreadCountAtom } from '#src/session/unread.ts';
import { useSession } from '#src/session/use-session.ts';
import { classNames } from '#src/ui/class-names.ts';
import { figure } from '#src/ui/format.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';

function Messages({ user, openWith }: { user: AuthUser; openWith: Id | null }) {
  const navigate = useNavigate();
  const read = useConversations();
  const unread = useAtomValue(unreadCountAtom);
  const flagging = useFlagging();
  const { choices, conflict } = useConversationChoice(user.id);
  const { savedCopy, savedAt, refresh } = read;
  usePageTitle('Messages');
  useEffect(() => {
    if (unread > 0) void refresh();
  }, [unread, refresh]);
  const about =
    savedCopy && savedAt ? <SavedCopy savedAt={savedAt} /> : unread > 0 ? `${figure(unread)} unread` : undefined;
  return (
    <div className={classNames(openWith && styles.open)} data-wide>
      <div className={styles.title}>
        <PageHead title="Messages" about={about} action={<MessagesMenu userId={user.id} choices={choices} />} />
      </div>
      <div className={styles.layout}>
        <div className={styles.sidebar}>
          {conflict}
          <ConversationList read={read} openWith={openWith} />
        </div>
        <div className={styles.main}>
          {openWith && (
            <OpenThread
              key={openWith}
              user={user}
              otherId={openWith}
              unread={unread}
              undoQueued={undoQueued}
              retry={retryRow}
              onFlag={(person, id) => flagging.flag({ type: 'Message', id, subject: personSubject(person) })}
              onHidden={() => void navigate(messagesPage(), { replace: true })}
            />
          )}
        </div>
      </div>
      {flagging.dialog}
    </div>
  );
}

/** The list of conversations, and the conversation of the address. */
export function UserMessagesScreen() {
  const { user } = useSession();
  const [params] = useSearchParams();
  const asked = params.get('with');
  if (!user) return null;
  return <Messages user={user} openWith={v.is(Id, asked) ? asked : null} />;
}
