import type { Id } from '#contract/ids.ts';
import { Photo } from '#src/ui/photo.tsx';
import { useLocalPhoto } from './bikes.queries.ts';
import styles from './row-picture.module.css';

interface RowPictureProps {
  /** A photo on the site, or null. */
  coverId: Id | null;
  /** A photo on this device, or null. */
  blobId: Id | null;
}

const unknown = { width: 4, height: 3, thumbhash: '' };

/** The small picture at the start of a line: what is on this device, else what is on the site. */
export function RowPicture({ coverId, blobId }: RowPictureProps) {
  const local = useLocalPhoto(blobId);
  // What has been sent is no longer here; then the site has it under the same id.
  const id = coverId ?? (local === undefined ? blobId : null);
  return (
    <Photo
      className={styles.picture}
      photo={id ? { id, ...unknown } : null}
      local={local ?? undefined}
      alt=""
      sizes="6rem"
    />
  );
}
