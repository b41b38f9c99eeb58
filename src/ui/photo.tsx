import { type ReactNode, useMemo } from 'react';
import { type PhotoFolder, photoPath, photoWidths, type StoredPhoto } from '#contract/photos.ts';
import { classNames } from './class-names.ts';
import styles from './photo.module.css';
import { blurOf, tintOf } from './thumbhash.ts';
import { useImage } from './use-image.ts';
import { useProperty } from './use-property.ts';
import { useSavesData } from './viewer.ts';

interface PhotoProps {
  /** A photo that the server has; null shows an empty box. */
  photo: Pick<StoredPhoto, 'id' | 'width' | 'height' | 'thumbhash'> | null;
  /** The address of a photo that is only on this device; it is shown instead of the server's. */
  local?: string;
  /** Empty beside its own title. */
  alt: string;
  /** How wide the box will be, in the words of the `sizes` attribute. */
  sizes: string;
  /** Width to height of the box, as CSS writes it; 3 / 2 when not given. */
  ratio?: string;
  fit?: 'cover' | 'contain';
  /** The one picture that the screen is about: it is fetched first and not faded in. */
  priority?: boolean;
  /** Fetched at once, though not first. */
  eager?: boolean;
  className?: string;
  /** Where the server has it, if not among the bikes. */
  folder?: PhotoFolder | undefined;
  /** A plate, and nothing else, may lie on a photograph. */
  plate?: ReactNode;
  /** Somebody asked for it, whatever it weighs. */
  large?: boolean;
  /** The place among others: `1 / 6`. */
  place?: string;
}

const sourcesOf = (id: string, folder?: PhotoFolder) =>
  photoWidths.map((width) => `${photoPath(id, width, folder)} ${width}w`).join(', ');

/** So wide that the smallest copy is fine enough on every screen. */
const smallSizes = '64px';

/** A box that never moves: the photo's average color, then its blur, then the photo. */
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
          <span>Photo not on this device</span>
        </span>
      )}
      {props.plate && <span className={styles.start}>{props.plate}</span>}
      {props.place && <span className={styles.end}>{props.place}</span>}
    </span>
  );
}
