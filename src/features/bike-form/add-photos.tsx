import { useRef } from 'react';
import { t } from '#contract/texts.ts';
import { openChooser } from '#src/photos/shrink-photo.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Camera, Plus } from '#src/ui/icons.js';
import styles from './photo-picker.module.css';

interface AddPhotosProps {
  /** Whether they will be the draft's first photos. */
  isFirst: boolean;
  /** Id of the element with the error messages. */
  errorsId?: string;
  onFiles: (files: File[]) => void;
}

/** Outline of a bike seen from its drive side: how to frame the first photo. */
const DriveSide = () => (
  <svg className={styles.outline} viewBox="0 0 120 72" aria-hidden="true">
    <circle cx="26" cy="46" r="22" />
    <circle cx="94" cy="46" r="22" />
    <path d="M26 46H54L44 14M26 46 46 20 82 18M54 46 83 25M81 13 94 46M38 14H51M81 13 90 11Q95 12 93 18L88 22" />
    <circle cx="54" cy="46" r="5" />
  </svg>
);

/** List items with the buttons that open the file picker for several photos and, on touch screens, the camera. */
export function AddPhotos({ isFirst, errorsId, onFiles }: AddPhotosProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <li className={isFirst ? styles.note : undefined}>
        <button
          type="button"
          name="photos"
          className={isFirst ? styles.first : styles.add}
          aria-label={isFirst ? undefined : t`Add photos`}
          aria-describedby={errorsId}
          data-invalid={errorsId ? true : undefined}
          onClick={() => openChooser(input.current)}
        >
          {isFirst && <DriveSide />}
          <span className={isFirst ? styles.firstText : styles.addText}>
            <Plus className="icon" aria-hidden="true" />
            <span>{isFirst ? t`Add photos` : t`Add`}</span>
          </span>
        </button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Photos"
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </li>
      <li className={classNames(styles.camera, isFirst && styles.note)}>
        <button type="button" className={styles.add} onClick={() => openChooser(input.current, 'environment')}>
          <span className={styles.addText}>
            <Camera className="icon" aria-hidden="true" />
            <span>{isFirst ? t`Take a photo` : t`Camera`}</span>
          </span>
        </button>
      </li>
    </>
  );
}
