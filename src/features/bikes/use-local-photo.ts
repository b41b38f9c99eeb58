import { useEffect, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { photoBlob } from '#src/drafts/own-draft.ts';

/**
 * The address of a photo that is on this device only, for as long as the component shows it.
 * @returns null while that is looked up, undefined when the photo is not here
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
