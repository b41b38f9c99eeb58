import { useRef, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { type Crop, pictureShapes } from '#contract/profile-pictures.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { failureFrom } from '#src/lib/failure.ts';
import { sentencesOf } from '#src/lib/result.ts';
import { canUseCanvas, openChooser, PhotoRefusal, shrinkPhoto } from '#src/photos/shrink-photo.ts';
import { UploadShare } from '#src/queries/upload-share.tsx';
import { WaitingMark } from '#src/queries/waiting-mark.tsx';
import { Button } from '#src/ui/button.tsx';
import { Camera } from '#src/ui/icons.js';
import { LinkButton } from '#src/ui/link-button.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { maxOf, type Shape } from './crop.ts';
import { CropDialog } from './crop-dialog.tsx';
import { addPicture, deletePicture } from './pictures.actions.ts';
import { giveUp, tryAgain } from './profile.actions.ts';
import styles from './profile.module.css';
import type { PictureName } from './profile.mutations.ts';
import type { WaitingPart } from './profile.queries.ts';

/** A picked photo, upright and shrunk, with its object URL. */
type ChosenPhoto = { blob: Blob; source: string; shape: Shape };

/** Decodes a picked file. @throws PhotoRefusal with a message if it is too small for a crop */
async function choosePhoto(file: File, ratio: number, minSize: number): Promise<ChosenPhoto> {
  const { blob, width, height, undecoded } = await shrinkPhoto(file);
  if (undecoded) {
    throw new PhotoRefusal(
      t`This browser can’t show ${file.name}. Choose a JPEG, or set your camera to “Most Compatible”.`,
    );
  }
  const shape = { photo: { width, height }, ratio, min: minSize };
  if (maxOf(shape) < minSize)
    throw new PhotoRefusal(t`${file.name} is too small. It needs at least ${minSize} pixels across.`);
  return { blob, source: URL.createObjectURL(blob), shape };
}

const previewQuality = 0.8;

/**
 * Data URL of the crop, at most `maxSize` pixels wide; shown until the server has the picture. '' where a canvas gives
 * noise: the old picture stays until then.
 */
async function previewOf(blob: Blob, { x, y, width, height }: Crop, maxSize: number): Promise<string> {
  if (!canUseCanvas()) return '';
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(width, maxSize);
  canvas.height = Math.round((canvas.width * height) / width);
  const bitmap = await createImageBitmap(blob);
  canvas.getContext('2d')?.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/jpeg', previewQuality);
}

const pictureTexts = {
  avatar: {
    name: t`Avatar`,
    title: t`Your avatar`,
    choose: t`Choose an avatar`,
    change: t`Change the avatar`,
    take: t`Take a photo for the avatar`,
    delete: t`Delete the avatar`,
    deleted: t`Your avatar was deleted.`,
  },
  banner: {
    name: t`Banner`,
    title: t`Your banner`,
    choose: t`Choose a banner`,
    change: t`Change the banner`,
    take: t`Take a photo for the banner`,
    delete: t`Delete the banner`,
    deleted: t`Your banner was deleted.`,
  },
} as const;
const types = { avatar: 'ProfileAvatar', banner: 'ProfileBanner' } as const;
const widestPreview = 960;

interface PictureFieldProps {
  userId: Id;
  name: PictureName;
  /** URL of the current picture; '' for none. */
  shown: string;
  waiting: WaitingPart | undefined;
}

/** One picture of the profile, with upload, crop and delete. */
export function PictureField({ userId, name, shown, waiting }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ChosenPhoto | null>(null);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const shape = pictureShapes[types[name]];
  const texts = pictureTexts[name];

  const close = () => {
    if (chosen) URL.revokeObjectURL(chosen.source);
    setChosen(null);
  };
  const pick = async (file: File) => {
    setProblem('');
    setBusy(true);
    try {
      setChosen(await choosePhoto(file, shape.ratio, shape.widths[0]));
    } catch (error) {
      setProblem(error instanceof PhotoRefusal ? error.message : t`${file.name} could not be opened on this device.`);
    } finally {
      setBusy(false);
    }
  };
  const use = async (crop: Crop) => {
    if (!chosen) return;
    setBusy(true);
    try {
      const preview = await previewOf(chosen.blob, crop, widestPreview);
      await addPicture(userId, name, { blob: chosen.blob, crop, preview });
    } catch (cause) {
      setProblem(failureFrom(cause).message);
    } finally {
      setBusy(false);
      close();
    }
  };
  const remove = async () => {
    const undo = await deletePicture(userId, name);
    if (undo) offerUndo(texts.deleted, undo);
  };
  const failed = waiting?.waiting.look === 'failed';
  const sentences = waiting && failed ? sentencesOf(waiting.waiting.result).join(' ') : '';
  return (
    <div className={styles.picture}>
      <span className={styles.pictureName}>{texts.name}</span>
      <Button look="quiet" small busy={busy} onClick={() => openChooser(input.current)}>
        {shown ? texts.change : texts.choose}
      </Button>
      <Button
        look="quiet"
        icon
        small
        className={styles.camera}
        busy={busy}
        aria-label={texts.take}
        onClick={() => openChooser(input.current, name === 'avatar' ? 'user' : 'environment')}
      >
        <Camera className="icon icon-small" aria-hidden="true" />
      </Button>
      {shown && (
        <LinkButton onClick={() => void remove().catch(complain)} aria-label={texts.delete}>
          Delete
        </LinkButton>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.name}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void pick(file);
          target.value = '';
        }}
      />
      <div role={problem || failed ? 'alert' : 'status'} className={styles.pictureState}>
        {problem && <TrailMark state="failed">{problem}</TrailMark>}
        {waiting &&
          (failed ? (
            <TrailMark state="failed">{t`Not sent. ${sentences}`}</TrailMark>
          ) : (
            <WaitingMark waiting={waiting.waiting} />
          ))}
        {waiting?.waiting.canRetry && (
          <LinkButton onClick={() => void tryAgain(waiting.next).catch(complain)}>Retry</LinkButton>
        )}
        {waiting?.waiting.canCancel && (
          <LinkButton onClick={() => void giveUp(waiting.row).then((undo) => offerUndo(t`Undone.`, undo), complain)}>
            Undo
          </LinkButton>
        )}
      </div>
      {waiting && <UploadShare id={waiting.next.targetId} />}
      {chosen && (
        <CropDialog
          title={texts.title}
          source={chosen.source}
          shape={chosen.shape}
          round={name === 'avatar'}
          busy={busy}
          onCrop={(crop) => void use(crop)}
          onClose={close}
        />
      )}
    </div>
  );
}
