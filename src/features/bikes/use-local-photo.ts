import { useEffect, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { photoBlob } from '#src/features/drafts/own-draft.ts';

/**
 * Object URL of a photo that exists only on this device, revoked on unmount.
 * @returns null while it is looked up, undefined if the photo is not here
 */
export function useLocalPhoto(id: Id | null): string | null | undefined {
  const [found, setFound] = useState<{ id: Id; url: string | undefined } | null>(null);
  useEffect(() => {
    let url: string | undefined;
    let over = false;
    if (!id) return;
    void photoBlob(id).then((blob) => {
      if (over) return;
      url = blob ? URL.createObjectURL(blob) : undefined;
      setFound({ id, url });
    });
    return () => {
      over = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id]);
  if (!id) return undefined;
  return found?.id === id ? found.url : null;
}
