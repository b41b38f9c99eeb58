import type { Id } from '#contract/ids.ts';
import { upload } from '#src/outbox/upload.ts';
import styles from './upload-share.module.css';
import { useValue } from './use-value.ts';

/** Progress of a photo that this tab uploads. */
export function UploadShare({ id }: { id: Id }) {
  const now = useValue(upload);
  if (now?.id !== id) return null;
  return <progress className={styles.share} value={now.share} aria-label="Sent of this photo" />;
}
