import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Spot, watchGestures } from '#src/ui/gestures.ts';
import { buttonZoom, maxZoom, moved, type Size, tapZoom, type View, whole } from './zoom.ts';

const middle: Spot = { x: 0, y: 0 };
/** Pixels that an arrow key pans an enlarged picture. */
const step = 80;

const arrows: Record<string, Spot> = {
  ArrowLeft: { x: step, y: 0 },
  ArrowRight: { x: -step, y: 0 },
  ArrowUp: { x: 0, y: step },
  ArrowDown: { x: 0, y: -step },
};

/**
 * Zooms and pans the current picture of a carousel by gestures, wheel, keys and the returned `zoom`.
 * @param trackRef the row; the first element of each slide is transformed
 * @param at index of the current slide; a change resets the zoom
 */
export function useZoom(trackRef: RefObject<HTMLElement | null>, at: number, picture: Size | undefined) {
  const view = useRef(whole);
  const [extent, setExtent] = useState<'whole' | 'larger' | 'largest'>('whole');

  const slideNow = useCallback(() => trackRef.current?.children[at] as HTMLElement | undefined, [trackRef, at]);
  const show = useCallback(
    (next: View, gently = false) => {
      const frame = slideNow()?.firstElementChild;
      if (!(frame instanceof HTMLElement)) return;
      view.current = next;
      const { scale, x, y } = next;
      frame.toggleAttribute('data-gently', gently);
      frame.style.transform = scale > 1 ? `translate(${x}px, ${y}px) scale(${scale})` : '';
      setExtent(scale <= 1 ? 'whole' : scale < maxZoom ? 'larger' : 'largest');
    },
    [slideNow],
  );
  const move = useCallback(
    (from: Spot, to: Spot, by: number, gently = false) => {
      const slide = slideNow();
      if (!slide || !picture) return;
      const box = { width: slide.clientWidth, height: slide.clientHeight };
      show(moved(view.current, from, to, by, picture, box), gently);
    },
    [slideNow, picture, show],
  );
  const zoom = (by: number) => move(middle, middle, by, true);

  // Resets the zoom of a picture that is left.
  useLayoutEffect(() => () => show(whole), [show]);

  useEffect(() => {
    const element = trackRef.current;
    if (!element) return;
    const watching = new AbortController();
    const gestures = {
      pans: () => view.current.scale > 1,
      onMove: (from: Spot, to: Spot, by: number) => move(from, to, by),
      onDoubleTap: (spot: Spot) => (view.current.scale > 1 ? show(whole, true) : move(spot, spot, tapZoom, true)),
    };
    watchGestures(element, gestures, watching.signal);
    addEventListener('resize', () => move(middle, middle, 1), { signal: watching.signal });
    return () => watching.abort();
  }, [trackRef, move, show]);

  /** Handles a key press. Returns whether it was used. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    const arrow = view.current.scale > 1 ? arrows[event.key] : undefined;
    if (arrow) move(middle, arrow, 1);
    else if (event.key === '+' || event.key === '=') zoom(buttonZoom);
    else if (event.key === '-') zoom(1 / buttonZoom);
    else if (event.key === '0') show(whole, true);
    else return false;
    event.preventDefault();
    return true;
  };
  return { extent, onKeyDown, larger: () => zoom(buttonZoom), smaller: () => zoom(1 / buttonZoom) };
}
