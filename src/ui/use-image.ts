import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useIsServerRendered } from './use-browser-value.ts';

type ImageState = 'pending' | 'shown' | 'missing';

/**
 * Follows one image element: pending until it can be painted (unless it was there at once), missing if it fails to
 * load. A missing image is retried on `online`.
 */
export function useImage(source: string | undefined, patient: boolean) {
  // A server-rendered picture must not be hidden by hydration.
  const isServerRendered = useIsServerRendered();
  const [state, setState] = useState<ImageState>(patient && !isServerRendered ? 'pending' : 'shown');
  const [late, setLate] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [known, setKnown] = useState(source);
  const element = useRef<HTMLImageElement>(null);
  if (known !== source) {
    setKnown(source);
    setState(patient ? 'pending' : 'shown');
    setLate(false);
  }

  const ref = useCallback((image: HTMLImageElement | null) => {
    element.current = image;
    if (image?.complete && image.naturalWidth > 0) setState('shown');
  }, []);

  useEffect(() => {
    // The placeholder has the lowest priority, after the first paint.
    if (known && !element.current?.complete) startTransition(() => setLate(true));
  }, [known]);

  useEffect(() => {
    if (state !== 'missing' || !known) return;
    const again = () => {
      setState('pending');
      setAttempt((count) => count + 1);
    };
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [state, known]);

  return {
    state,
    /** Whether the image did not load at once, so that a placeholder is needed. */
    late,
    image: {
      key: `${source} ${attempt}`,
      ref,
      onLoad: () => {
        const image = element.current;
        const show = () => element.current === image && setState('shown');
        // A loaded photo is not decoded yet: without this the box is empty for a moment.
        image?.decode().then(show, show);
      },
      onError: () => setState('missing'),
    },
  };
}
