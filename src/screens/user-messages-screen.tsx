import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import * as v from 'valibot';
import type { AuthUser } from '#contract/auth.ts';
import { cardOf } from '#contract/bikes.ts';
import { type MessageBike, messageBikeOf } from '#contract/conversations.ts';
import { Id } from '#contract/id-schema.ts';
import { messagesPage } from '#contract/pages.ts';
import { many, t } from '#contract/texts.ts';
import { personSubject } from '#src/actions/subjects.ts';
import { bike } from '#src/features/bikes/page/bike.queries.ts';
import { ConversationList } from '#src/features/conversations/conversation-list.tsx';
import styles from '#src/features/conversations/conversations.module.css';
import { useConversations } from '#src/features/conversations/conversations.queries.ts';
import { MessagesMenu } from '#src/features/conversations/messages-menu.tsx';
import { OpenThread } from '#src/features/conversations/open-thread.tsx';
import { useFlagging } from '#src/features/flags/use-flagging.tsx';
import { retryRow, undoQueued } from '#src/features/outbox/outbox.actions.ts';
import { useConversationChoice } from '#src/features/preferences/use-conversation-choice.tsx';
import { useQuery } from '#src/queries/define-query.ts';
import { unreadCountAtom } from '#src/session/unread-count.ts';
import { useSession } from '#src/session/use-session.ts';
import { classNames } from '#src/ui/class-names.ts';
import { PageHead } from '#src/ui/page-head.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { usePageTitle } from '#src/ui/use-page-title.ts';

interface MessagesProps {
  user: AuthUser;
  openWith: Id | null;
  /** The bike that the next message is about. */
  bikeId: Id | null;
}

function Messages({ user, openWith, bikeId }: MessagesProps) {
  const about = useTheirBike(bikeId, openWith);
  const navigate = useNavigate();
  const read = useConversations();
  const unread = useAtomValue(unreadCountAtom);
  const flagging = useFlagging();
  const { choices, conflict } = useConversationChoice(user.id);
  const { savedCopy, savedAt, refresh } = read;
  usePageTitle(t`Messages`);
  useEffect(() => {
    if (unread > 0) void refresh();
  }, [unread, refresh]);
  const note =
    savedCopy && savedAt ? <SavedCopy savedAt={savedAt} /> : unread > 0 ? many(unread)`# unread|# unread` : undefined;
  return (
    <div className={classNames(openWith && styles.open)} data-wide>
      <div className={styles.title}>
        <PageHead title="Messages" about={note} action={<MessagesMenu userId={user.id} choices={choices} />} />
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
              about={about}
              onAbout={(next) => void navigate(messagesPage(openWith, next?.id), { replace: true })}
              onHidden={() => void navigate(messagesPage(), { replace: true })}
            />
          )}
        </div>
      </div>
      {flagging.dialog}
    </div>
  );
}

/** The other member's public bike; null if it is not theirs or not on this device. */
function useTheirBike(bikeId: Id | null, otherId: Id | null): MessageBike | null {
  const { data } = useQuery(bike, bikeId);
  return data && otherId ? messageBikeOf(cardOf(data), [otherId]) : null;
}

/** The list of conversations, and the conversation of the address. */
export function UserMessagesScreen() {
  const { user } = useSession();
  const [params] = useSearchParams();
  const asked = params.get('with');
  const bikeId = params.get('about');
  if (!user) return null;
  return <Messages user={user} openWith={v.is(Id, asked) ? asked : null} bikeId={v.is(Id, bikeId) ? bikeId : null} />;
}
