import { useMemo } from 'react';
import { type PhotoFolder, photoPath, photoWidths } from '#contract/photo-paths.ts';
import type { StoredPhoto } from '#contract/photos.ts';
import { t } from '#contract/texts.ts';
import { classNames } from './class-names.ts';
import { useSavesData } from './display-preferences.ts';
import type { Elements } from './elements.ts';
import styles from './photo.module.css';
import { blurOf, tintOf } from './thumbhash.ts';
import { useImage } from './use-image.ts';
import { useProperty } from './use-property.ts';

interface PhotoProps {
  /** A photo on the server; null shows an empty box. */
  photo: Pick<StoredPhoto, 'id' | 'width' | 'height' | 'thumbhash'> | null;
  /** The URL of a photo on this device; shown instead of the server's. */
  local?: string;
  /** Empty if the title is beside it. */
  alt: string;
  /** The width of the box, as a `sizes` attribute. */
  sizes: string;
  /** The box's `aspect-ratio`; 3 / 2 by default. */
  ratio?: string;
  fit?: 'cover' | 'contain';
  /** The screen's main picture: it loads first and does not fade in. */
  priority?: boolean;
  /** Loads eagerly, but without priority. */
  eager?: boolean;
  className?: string;
  /** The photo's folder on the server; the bikes' by default. */
  folder?: PhotoFolder | undefined;
  /** A plaque over the photo; nothing else may lie on it. */
  plaque?: Elements;
  /** Loads the large size even when the viewer saves data. */
  large?: boolean;
  /** The position among others: `1 / 6`. */
  place?: string;
}

const sourcesOf = (id: string, folder?: PhotoFolder) =>
  photoWidths.map((width) => `${photoPath(id, width, folder)} ${width}w`).join(', ');

/** At this width every screen picks the smallest size. */
const smallSizes = '64px';

/** A photo in a box of fixed size: first its average color, then its blur, then the photo. */
export function Photo(props: PhotoProps) {
  const { photo, local, alt, sizes, ratio, fit = 'cover', priority = false, eager = false, folder } = props;
  const source = local ?? (photo ? photoPath(photo.id, 640, folder) : undefined);
  const small = useSavesData() && !props.large;
  const { state, late, image } = useImage(source, !priority);
  const tint = useProperty(
    '--tint',
    useMemo(() => (photo ? tintOf(photo.thumbhash) : undefined), [photo]),
  );
  const shape = useProperty('--ratio', ratio);
  const blur = useMemo(() => (photo && late ? blurOf(photo.thumbhash) : undefined), [photo, late]);
  const { key, ...watch } = image;
  const veiled = blur && (fit === 'cover' || state === 'pending');
  return (
    <span
      className={classNames(styles.photo, props.className, tint, shape)}
      style={veiled ? { backgroundImage: `url(${blur})` } : undefined}
    >
      {source && state !== 'missing' && (
        <img
          key={key}
          {...watch}
          className={classNames(
            styles.image,
            fit === 'contain' && styles.contain,
            state === 'pending' && styles.pending,
          )}
          srcSet={local || !photo ? undefined : sourcesOf(photo.id, folder)}
          sizes={local ? undefined : small ? smallSizes : sizes}
          src={source}
          width={photo?.width}
          height={photo?.height}
          alt={alt}
          loading={priority || eager ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : undefined}
          decoding={priority ? undefined : 'async'}
        />
      )}
      {state === 'missing' && (
        <span className={classNames(styles.missing, 'room')} role="img" aria-label={alt || undefined}>
          <span>{local ? t`Preview appears after upload` : t`Photo not on this device`}</span>
        </span>
      )}
      {props.plaque && <span className={styles.start}>{props.plaque}</span>}
      {props.place && <span className={styles.end}>{props.place}</span>}
    </span>
  );
}
