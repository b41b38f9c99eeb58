import type { ComponentProps } from 'react';
import { Photo } from '#src/ui/photo.tsx';
import { useLocalPhoto } from '../use-local-photo.ts';

interface BikePhotoProps extends ComponentProps<typeof Photo> {
  /** The bike is queued, and perhaps the photo too. */
  waiting: boolean;
}

/** Photo of a bike; uses the local file while the photo is not on the server. */
export function BikePhoto({ waiting, photo, ...rest }: BikePhotoProps) {
  const local = useLocalPhoto(waiting && photo ? photo.id : null);
  // No request to the server while the local photo is being looked up.
  return <Photo {...rest} photo={local === null ? null : photo} local={local ?? undefined} />;
}
