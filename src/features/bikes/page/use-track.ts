import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { inlineSign, inlineStep } from '#src/ui/inline-sign.ts';

const ends: Record<string, number> = { Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY };

const slideIndexOf = ({ scrollLeft, clientWidth }: HTMLElement) =>
  clientWidth > 0 ? Math.abs(Math.round(scrollLeft / clientWidth)) : 0;

/**
 * Scroll-snap carousel whose slides are as wide as the row. Spread `track` on the row.
 * @param start index of the first slide shown
 */
export function useTrack(count: number, start = 0) {
  const ref = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(start);

  const go = useCallback(
    (to: number) => {
      const track = ref.current;
      const index = Math.min(Math.max(to, 0), count - 1);
      track?.scrollTo({ left: index * track.clientWidth * inlineSign(), behavior: 'instant' });
      setAt(index);
    },
    [count],
  );

  useLayoutEffect(() => {
    const track = ref.current;
    if (!track) return;
    if (start > 0) track.scrollTo({ left: start * track.clientWidth * inlineSign(), behavior: 'instant' });
    // The row may have been scrolled before hydration.
    else setAt(slideIndexOf(track));
  }, [start]);

  const onScroll = () => {
    if (ref.current) setAt(slideIndexOf(ref.current));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = ends[event.key] ?? inlineStep(event.key);
    if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(at + step);
  };
  return { at: Math.min(at, count - 1), go, onKeyDown, track: { ref, onScroll } };
}
