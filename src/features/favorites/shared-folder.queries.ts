import { useCallback, useEffect, useState } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import { getSharedFolder, type SharedFolder } from '#contract/favorites.ts';
import type { Person } from '#contract/people.ts';
import { runAction } from '#src/actions/run-action.ts';
import { failureFrom } from '#src/lib/failure.ts';
import { onReconnect } from '#src/lib/signal.ts';
import { type InitialData, initialQuery, useInitialData } from '#src/queries/initial-data.ts';
import { appendPage, restoreListLength, saveListLength, shouldRestoreList } from '#src/queries/list-length.ts';

type Shared = { name: string; owner: Person; cards: BikeCard[]; next: string | null };
type Answer =
  | { state: 'ready'; folder: Shared }
  | { state: 'missing' | 'gone' | 'failed'; folder: null; message: string };

const sharedOf = ({ items, ...rest }: SharedFolder): Shared => ({ ...rest, cards: items });
const fetchShared = (shareId: string, cursor?: string | undefined) =>
  runAction(getSharedFolder, { params: { shareId }, query: { cursor } });

function refused(cause: unknown): Answer {
  const { kind, isGone, message } = failureFrom(cause);
  return { state: isGone ? 'gone' : kind === 'network' ? 'missing' : 'failed', folder: null, message };
}
const initialAnswer = (initial: InitialData<Shared>): Answer =>
  'data' in initial ? { state: 'ready', folder: initial.data } : refused(initial.failure);

export const initialFolder = (shareId: string) => initialQuery(getSharedFolder, { params: { shareId } }, sharedOf);

/** A folder shared by its link; not cached on this device. */
export function useSharedFolder(shareId: string) {
  const initial = useInitialData(initialFolder(shareId));
  const [answer, setAnswer] = useState(initial && { shareId, said: initialAnswer(initial) });
  // The dehydrated answer is fresh and needs no request.
  const [initialId] = useState(initial && shareId);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  // `attempt` changes when the request has to be repeated.
  useEffect(() => {
    if (initialId === shareId && attempt === 0 && !shouldRestoreList(shareId)) return;
    let over = false;
    const settle = (said: Answer) => over || setAnswer({ shareId, said });
    restoreListLength(shareId, (cursor) => fetchShared(shareId, cursor)).then(
      (folder) => settle({ state: 'ready', folder: sharedOf(folder) }),
      (cause: unknown) => settle(refused(cause)),
    );
    return () => {
      over = true;
    };
  }, [initialId, shareId, attempt]);
  useEffect(() => onReconnect(retry), [retry]);
  const known = answer?.shareId === shareId ? answer.said : initial && initialAnswer(initial);
  const loadMore = async () => {
    if (known?.state !== 'ready' || !known.folder.next) return;
    const { folder } = known;
    const { items, next } = appendPage(
      { items: folder.cards, next: folder.next },
      await fetchShared(shareId, folder.next ?? undefined),
    );
    saveListLength(shareId, items.length);
    setAnswer({ shareId, said: { state: 'ready', folder: { ...folder, cards: items, next } } });
  };
  const message = known && 'message' in known ? known.message : '';
  return { state: known?.state ?? ('loading' as const), folder: known?.folder ?? null, message, retry, loadMore };
}
