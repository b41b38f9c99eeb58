import type { ComponentProps } from 'react';
import { Photo } from '#src/ui/photo.tsx';
import { useLocalPhoto } from '../use-local-photo.ts';

interface BikePhotoProps extends ComponentProps<typeof Photo> {
  /** Its bike waits on this device, and the photo perhaps with it. */
  waiting: boolean;
}

/** A photo of a bike, from this device while it is nowhere else. */
export function BikePhoto({ waiting, photo, ...rest }: BikePhotoProps) {
  const local = useLocalPhoto(waiting && photo ? photo.id : null);
  // While the photo is looked for on this device, the site is not asked for it.
  return <Photo {...rest} photo={local === null ? null : photo} local={local ?? undefined} />;
}
