import { type DragEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { complain } from '#src/forms/complain.ts';

function moved(ids: readonly Id[], from: number, to: number): Id[] {
  const rest = ids.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...ids.slice(from, from + 1), ...rest.slice(to)];
}

/**
 * Reorders items by dragging or one step at a time. Browsers drop the focus when an element moves, so the pressed
 * button is focused again.
 * @param onOrder stores the order; rejects with a message for the user
 */
export function useOrder(ids: readonly Id[], onOrder: (order: Id[]) => Promise<void>) {
  const [dragged, setDragged] = useState<number>();
  const pressed = useRef<HTMLElement | null>(null);
  const order = ids.join();
  // A new order is what triggers the effect.
  useLayoutEffect(() => {
    if (order && document.activeElement === document.body) pressed.current?.focus();
    pressed.current = null;
  }, [order]);
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= ids.length) return;
    pressed.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    onOrder(moved(ids, from, to)).catch(complain);
  };
  /** Props of an element that is both draggable and a drop target. */
  const handlesOf = (at: number) => ({
    draggable: true,
    'data-dragged': dragged === at || undefined,
    onDragStart: () => setDragged(at),
    onDragEnd: () => setDragged(undefined),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== undefined) move(dragged, at);
      setDragged(undefined);
    },
  });
  return { move, handlesOf };
}
