import { useCallback, useEffect, useState } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import { type SharedFolder, sharedFolder } from '#contract/favorites.ts';
import type { Person } from '#contract/people.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { failureFrom } from '#src/lib/failure.ts';
import { onReconnect } from '#src/lib/signal.ts';
import { asLongAsLeft, isToRestore, longer, noteLength } from '#src/queries/as-long-as-left.ts';
import { type InitialData, initialQuery, useInitialData } from '#src/queries/initial-data.ts';

type Shared = { name: string; owner: Person; cards: BikeCard[]; next: string | null };
type Answer =
  | { state: 'ready'; folder: Shared }
  | { state: 'missing' | 'gone' | 'failed'; folder: null; message: string };

const sharedOf = ({ items, ...rest }: SharedFolder): Shared => ({ ...rest, cards: items });
const fetchShared = (shareId: string, cursor?: string | undefined) =>
  runAction(sharedFolder, { params: { shareId }, query: { cursor } });

function refused(cause: unknown): Answer {
  const { kind, isGone, message } = failureFrom(cause);
  return { state: isGone ? 'gone' : kind === 'network' ? 'missing' : 'failed', folder: null, message };
}
const initialAnswer = (came: InitialData<Shared>): Answer =>
  'data' in came ? { state: 'ready', folder: came.data } : refused(came.failure);

export const initialFolder = (shareId: string) => initialQuery(sharedFolder, { params: { shareId } }, sharedOf);

/** A folder shared by its link; not cached on this device. */
export function useSharedFolder(shareId: string) {
  const came = useInitialData(initialFolder(shareId));
  const [answer, setAnswer] = useState(came && { shareId, said: initialAnswer(came) });
  // The dehydrated answer is fresh and needs no request.
  const [given] = useState(came && shareId);
  const [turn, setTurn] = useState(0);
  const retry = useCallback(() => setTurn((count) => count + 1), []);
  // `turn` changes when the request has to be repeated.
  useEffect(() => {
    if (given === shareId && turn === 0 && !isToRestore(shareId)) return;
    let over = false;
    const settle = (said: Answer) => over || setAnswer({ shareId, said });
    asLongAsLeft(shareId, (cursor) => fetchShared(shareId, cursor)).then(
      (folder) => settle({ state: 'ready', folder: sharedOf(folder) }),
      (cause: unknown) => settle(refused(cause)),
    );
    return () => {
      over = true;
    };
  }, [given, shareId, turn]);
  useEffect(() => onReconnect(retry), [retry]);
  const known = answer?.shareId === shareId ? answer.said : came && initialAnswer(came);
  const loadMore = async () => {
    if (known?.state !== 'ready' || !known.folder.next) return;
    const { folder } = known;
    const { items, next } = longer(
      { items: folder.cards, next: folder.next },
      await fetchShared(shareId, folder.next ?? undefined),
    );
    noteLength(shareId, items.length);
    setAnswer({ shareId, said: { state: 'ready', folder: { ...folder, cards: items, next } } });
  };
  const message = known && 'message' in known ? known.message : '';
  return { state: known?.state ?? ('loading' as const), folder: known?.folder ?? null, message, retry, loadMore };
}
