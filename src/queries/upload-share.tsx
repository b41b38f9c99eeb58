import type { Id } from '#contract/ids.ts';
import { uploadAtom } from '#src/outbox/upload.ts';
import { useValue } from '#src/ui/use-value.ts';
import styles from './upload-share.module.css';

/** Progress of a photo that this tab uploads. */
export function UploadShare({ id }: { id: Id }) {
  const now = useValue(uploadAtom);
  if (now?.id !== id) return null;
  return <progress className={styles.share} value={now.share} aria-label="Sent of this photo" />;
}
