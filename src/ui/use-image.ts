import { useCallback, useEffect, useState } from 'react';

type ImageState = 'pending' | 'shown' | 'missing';

/**
 * Follows one image element: pending until it has loaded (unless it was there at once), missing when it
 * cannot be had. A missing image is asked for again when the network comes back.
 */
export function useImage(source: string | undefined, patient: boolean) {
  const [state, setState] = useState<ImageState>(patient ? 'pending' : 'shown');
  const [attempt, setAttempt] = useState(0);
  const [known, setKnown] = useState(source);
  if (known !== source) {
    setKnown(source);
    setState(patient ? 'pending' : 'shown');
  }

  const ref = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth > 0) setState('shown');
  }, []);

  useEffect(() => {
    if (state !== 'missing' || !source) return;
    const again = () => {
      setState('pending');
      setAttempt((count) => count + 1);
    };
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [state, source]);

  return {
    state,
    image: {
      key: `${source} ${attempt}`,
      ref,
      onLoad: () => setState('shown'),
      onError: () => setState('missing'),
    },
  };
}
