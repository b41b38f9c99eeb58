import { Camera } from 'lucide-react';
import { useRef } from 'react';
import { photoLimits } from '#contract/photos.ts';
import styles from './photo-picker.module.css';

interface AddPhotosProps {
  /** Number of photos in the draft. */
  count: number;
  /** Id of the element with the error messages. */
  errorsId?: string;
  onFiles: (files: File[]) => void;
}

// Accepts HEIC too, so that a browser that cannot decode it shows a specific error.
const accepted = [...photoLimits.types, 'image/heic', 'image/heif'].join(',');

/** Button that opens the file picker for several photos. */
export function AddPhotos({ count, errorsId, onFiles }: AddPhotosProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={styles.add}
        aria-describedby={errorsId}
        data-invalid={errorsId ? true : undefined}
        data-add-photos
        onClick={() => input.current?.click()}
      >
        <Camera className="icon" aria-hidden="true" />
        Add photos
        <span className="quiet small figures">
          {count} of {photoLimits.perBike}
        </span>
      </button>
      <input
        ref={input}
        type="file"
        accept={accepted}
        multiple
        hidden
        aria-label="Photos"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
