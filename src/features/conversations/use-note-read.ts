import { useEffect, useEffectEvent } from 'react';
import { letFailureGo } from '#src/lib/failure.ts';
import { noteRead, type Talk } from './conversations.actions.ts';
import type { Thread } from './conversations.queries.ts';

/** Marks an open conversation as read as soon as it is visible. */
export function useNoteRead({ person, userId }: Talk, { correspondence, upTo }: Thread): void {
  const { id = '', unreadCount = 0 } = correspondence.conversation ?? {};
  const noteNow = useEffectEvent((what: Parameters<typeof noteRead>[1]) => {
    if (document.visibilityState === 'visible') void noteRead({ person, userId }, what).catch(letFailureGo);
  });
  useEffect(() => {
    if (unreadCount === 0) return;
    const note = () => noteNow({ conversationId: id, upTo, count: unreadCount });
    note();
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, [id, unreadCount, upTo]);
}
