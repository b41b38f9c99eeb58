import { useLayoutEffect, useRef } from 'react';
import type { Id } from '#contract/ids.ts';
import { complain } from '#src/forms/complain.ts';
import { reorderPhotos } from '../drafts/draft-photos.ts';

function moved(ids: readonly Id[], from: number, to: number): Id[] {
  const rest = ids.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...ids.slice(from, from + 1), ...rest.slice(to)];
}

/** Reorders a draft's photos. Browsers drop the focus when an element moves, so the pressed button is focused again. */
export function usePhotoOrder(draftId: Id | null, ids: readonly Id[]) {
  const pressed = useRef<HTMLElement | null>(null);
  const order = ids.join();
  // A new order is what triggers the effect.
  useLayoutEffect(() => {
    if (order && document.activeElement === document.body) pressed.current?.focus();
    pressed.current = null;
  }, [order]);
  return (from: number, to: number) => {
    if (!draftId || from === to || to < 0 || to >= ids.length) return;
    pressed.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    reorderPhotos(draftId, moved(ids, from, to)).catch(complain);
  };
}
