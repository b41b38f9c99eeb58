import type { Subject } from '#src/outbox/mutation.ts';
import { Photo } from '#src/ui/photo.tsx';
import { useLocalPhoto } from '../use-local-photo.ts';
import styles from './row-picture.module.css';

const unknown = { width: 4, height: 3, thumbhash: '' };

/** The small picture at the start of a line: what is on this device, else what is on the site. */
export function RowPicture({ picture }: Pick<Subject, 'picture'>) {
  const local = useLocalPhoto(picture?.id ?? null);
  // What has been sent is no longer here; then the site has it under the same id.
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
