import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { AuthUser } from '#contract/auth.ts';
import type { MessageBike } from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';
import { may } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { trimMessages } from '#src/cache/values/conversations.ts';
import { setBlocked } from '#src/features/blocks/blocks.actions.ts';
import { complain } from '#src/forms/complain.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { serverNow } from '#src/lib/server-time.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { hideTalk, noteRead, removeFromView, type Talk, unsend, writeMessage } from './conversations.actions.ts';
import styles from './conversations.module.css';
import type { ShownMessage, Thread } from './conversations.queries.ts';
import type { MessageActions } from './message-item.tsx';
import { MessageLog } from './message-log.tsx';
import { type ReplyBox, ReplyForm } from './reply-form.tsx';
import { StrangerNote } from './stranger-note.tsx';
import { ThreadHead } from './thread-head.tsx';
import { WhyNot } from './why-not.tsx';

/** Sets `--above` on the element to the height of the page above it, in pixels. */
function useRoomBelow(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current;
      if (element) element.style.setProperty('--above', `${element.getBoundingClientRect().top + scrollY}px`);
    };
    measure();
    // Content inserted above changes the height of the page.
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [ref]);
}

/** Marks an open conversation as read as soon as it is visible. */
function useNoteRead({ person, userId }: Talk, { correspondence, upTo }: Thread): void {
  const { id = '', unreadCount = 0 } = correspondence.conversation ?? {};
  const noteNow = useEffectEvent((what: Parameters<typeof noteRead>[1]) => {
    if (document.visibilityState === 'visible') void noteRead({ person, userId }, what).catch(ignoreApiFailure);
  });
  useEffect(() => {
    if (unreadCount === 0) return;
    const note = () => noteNow({ conversationId: id, upTo, count: unreadCount });
    note();
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, [id, unreadCount, upTo]);
}

interface ThreadViewProps {
  user: AuthUser;
  thread: Thread;
  /** Undoes a queued mutation. Returns how to restore it. */
  undoQueued: (rowId: Id) => Promise<Undo>;
  retry: (rowId: Id) => Promise<void>;
  /** Opens the dialog to flag a message of the other member. */
  onFlag: (person: Person, messageId: Id) => void;
  /** Called after the conversation was hidden. */
  onHidden: () => void;
  /** The bike that the next message is about. */
  about: MessageBike | null;
  onAbout: (bike: MessageBike | null) => void;
}

const offer = (text: string) => (undo: Undo | null) => undo && offerUndo(text, undo);

/** Messages between the user and another member, with the reply form. */
export function ThreadView({ user, thread, undoQueued, retry, onFlag, onHidden, about, onAbout }: ThreadViewProps) {
  const { correspondence, messages, upTo, loadEarlier } = thread;
  const { with: person, conversation, blocked, refusal } = correspondence;
  const talk = { person, userId: user.id };
  const reply = useRef<ReplyBox>(null);
  const section = useRef<HTMLElement>(null);
  useRoomBelow(section);
  useNoteRead(talk, thread);
  useEffect(() => () => void trimMessages(user.id, person.id), [user.id, person.id]);
  const block = (on: boolean) => void setBlocked(person, user.id, on).catch(complain);
  const hide = () => void hideTalk(talk, upTo).then(offer(t`Conversation hidden.`)).then(onHidden, complain);
  const entriesOf = (message: ShownMessage) => {
    const members = [user.id, person.id];
    const unsendable = !message.unsent && may('message.unsend', user, { ...message, members }, { at: serverNow() });
    const back = () => void unsend(talk, message.id).then(offer(t`Message unsent.`), complain);
    const flaggable =
      !message.flagged && !message.waiting && may('message.flag', user, { ...message, members }, { by: person.id });
    const remove = () => void removeFromView(talk, message.id).then(offer(t`Removed for you.`), complain);
    return [
      ...(unsendable ? [{ label: t`Unsend`, onSelect: back }] : []),
      ...(flaggable ? [{ label: t`Flag this message`, onSelect: () => onFlag(person, message.id) }] : []),
      { label: t`Remove for me`, onSelect: remove },
    ];
  };
  const actions: MessageActions = {
    entriesOf,
    undoQueued: ({ waiting }) => waiting && void undoQueued(waiting.rowId).then(offer(t`Removed.`), complain),
    retry: ({ waiting }) => waiting && void retry(waiting.rowId).catch(complain),
    edit: ({ waiting, text, bike }) => {
      if (!waiting) return;
      const take = () => {
        if (bike) onAbout(bike);
        reply.current?.take(text);
      };
      void undoQueued(waiting.rowId).then(take, complain);
    },
  };
  const send = async (text: string) => {
    await writeMessage(talk, text, begins, about ?? undefined);
    if (about) onAbout(null);
  };
  const theirs = messages.findLast(({ mine, unsent, removed }) => !mine && !unsent && !removed);
  const begins = messages.length === 0 && conversation === null;
  const isStranger = conversation !== null && !conversation.answered && !blocked;
  return (
    <section ref={section} className={styles.thread} aria-label={t`Conversation with ${person.username}`}>
      <ThreadHead person={person} blocked={blocked} onHide={conversation ? hide : null} onBlock={block} />
      <MessageLog person={person} messages={messages} loadEarlier={loadEarlier} actions={actions} />
      {isStranger && (
        <StrangerNote
          person={person}
          flagged={theirs && Boolean(theirs.flagged)}
          onFlag={() => theirs && onFlag(person, theirs.id)}
          onBlock={() => block(true)}
        />
      )}
      {refusal ? (
        <WhyNot refusal={refusal} username={person.username} onUnblock={blocked ? () => block(false) : null} />
      ) : (
        <ReplyForm
          key={person.id}
          person={person}
          draft={`message:${person.id}:${user.id}`}
          about={about}
          onLeaveOut={() => onAbout(null)}
          onSend={send}
          box={reply}
        />
      )}
    </section>
  );
}
