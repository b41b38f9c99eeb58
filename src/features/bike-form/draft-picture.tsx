import type { ComponentProps } from 'react';
import { useLocalPhoto } from '#src/features/bikes/use-local-photo.ts';
import type { DraftPhoto } from '#src/storage/user-db.ts';
import { Photo } from '#src/ui/photo.tsx';

interface DraftPictureProps extends Omit<ComponentProps<typeof Photo>, 'photo' | 'local'> {
  /** Undefined shows an empty box. */
  photo: DraftPhoto | undefined;
}

/** A draft's photo: the file on this device, or the server's if this device has none that it can decode. */
export function DraftPicture({ photo, ...rest }: DraftPictureProps) {
  const isOnServer = photo?.uploaded === true;
  const local = useLocalPhoto(photo && !(isOnServer && photo.undecoded) ? photo.id : null);
  return <Photo {...rest} photo={isOnServer && local === undefined ? photo : null} local={local ?? undefined} />;
}
