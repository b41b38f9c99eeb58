import { Camera } from 'lucide-react';
import { useRef } from 'react';
import { photoLimits } from '#contract/photos.ts';
import styles from './photo-picker.module.css';

interface AddPhotosProps {
  /** How many the draft has. */
  count: number;
  /** The id of the sentences about what is wrong, if anything is. */
  errorsId?: string;
  onFiles: (files: File[]) => void;
}

// A HEIC photo is accepted here, so that it can be refused with its own sentence where the browser cannot read it.
const accepted = [...photoLimits.types, 'image/heic', 'image/heif'].join(',');

/** Opens the device's own picker, for many photos at once. */
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
