import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: Number.NEGATIVE_INFINITY, End: Infinity };

/**
 * A row of slides, each as wide as the row, that a finger can push. Spread `track` on the row.
 * @param start the slide that is shown first
 */
export function useTrack(count: number, start = 0) {
  const ref = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(start);

  const go = useCallback(
    (to: number) => {
      const track = ref.current;
      const place = Math.min(Math.max(to, 0), count - 1);
      track?.scrollTo({ left: place * track.clientWidth, behavior: 'instant' });
      setAt(place);
    },
    [count],
  );

  useLayoutEffect(() => {
    const track = ref.current;
    if (track && start > 0) track.scrollTo({ left: start * track.clientWidth, behavior: 'instant' });
  }, [start]);

  const onScroll = () => {
    const track = ref.current;
    if (track && track.clientWidth > 0) setAt(Math.round(track.scrollLeft / track.clientWidth));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(at + step);
  };
  return { at: Math.min(at, count - 1), go, onKeyDown, track: { ref, onScroll } };
}
