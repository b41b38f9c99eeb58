import type { Subject } from '#src/outbox/mutation.ts';
import { Photo } from '#src/ui/photo.tsx';
import { useLocalPhoto } from '../use-local-photo.ts';
import styles from './row-picture.module.css';

const unknown = { width: 4, height: 3, thumbhash: '' };

/** Thumbnail of a row: the local photo, otherwise the server's. */
export function RowPicture({ picture }: Pick<Subject, 'picture'>) {
  const local = useLocalPhoto(picture?.id ?? null);
  // An uploaded photo is deleted here and has the same id on the server.
  const onSite = picture && local === undefined;
  return (
    <Photo
      className={styles.picture}
      photo={onSite ? { id: picture.id, ...unknown } : null}
      local={local ?? undefined}
      alt=""
      sizes="6rem"
    />
  );
}
