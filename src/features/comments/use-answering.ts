import { useMemo, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { keepUnfinished, unfinished } from '#src/lib/unfinished.ts';

/** The comment that the member's next one answers; like unsent text, it survives a reload. */
export function useAnswering(bikeId: Id, userId: Id | undefined): [Id | null, (commentId: Id | null) => void] {
  const key = `reply:${bikeId}:${userId}`;
  const kept = useMemo(() => (userId ? unfinished(key) || null : null), [key, userId]);
  const [chosen, setChosen] = useState<{ key: string; commentId: Id | null } | null>(null);
  const answer = (commentId: Id | null) => {
    keepUnfinished(key, commentId ?? '');
    setChosen({ key, commentId });
  };
  return [chosen?.key === key ? chosen.commentId : kept, answer];
}
