import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Crop } from '#contract/profile-pictures.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { watchGestures } from '#src/ui/gestures.ts';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from '#src/ui/icons.js';
import styles from './crop.module.css';
import { type Area, cropOf, maxOf, movedBy, type Shape, wholeOf, widened } from './crop.ts';

interface CropDialogProps {
  title: string;
  /** URL of the local photo. */
  source: string;
  shape: Shape;
  /** Whether the result is shown as a circle. */
  round: boolean;
  busy: boolean;
  onCrop: (crop: Crop) => void;
  onClose: () => void;
}

/** Share of the crop's width by which a press moves it, and factor by which one zooms. */
const [step, zoomStep] = [0.05, 1.1];
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const;
type Way = keyof typeof ways;
// For translators: the directions in which a picture is moved.
const buttons: [Way, string, typeof ArrowLeft][] = [
  ['ArrowLeft', t`Left`, ArrowLeft],
  ['ArrowRight', t`Right`, ArrowRight],
  ['ArrowUp', t`Up`, ArrowUp],
  ['ArrowDown', t`Down`, ArrowDown],
];

/** Crops a photo by touch, mouse, wheel, keys or buttons. */
export function CropDialog({ title, source, shape, round, busy, onCrop, onClose }: CropDialogProps) {
  const [area, setArea] = useState<Area>(() => wholeOf(shape));
  const frame = useRef<HTMLFieldSetElement>(null);
  const { photo, ratio, min } = shape;
  const max = maxOf(shape);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const until = new AbortController();
    watchGestures(
      element,
      {
        pans: () => true,
        onMove: (from, to, by) =>
          setArea((now) => {
            const box = element.getBoundingClientRect();
            const scale = now.width / box.width;
            const at = { x: from.x / box.width + 0.5, y: from.y / box.height + 0.5 };
            const zoomed = by === 1 ? now : widened(now, now.width / by, shape, at);
            return movedBy(zoomed, (from.x - to.x) * scale, (from.y - to.y) * scale, shape);
          }),
        onDoubleTap: () => undefined,
      },
      until.signal,
    );
    return () => until.abort();
  }, [shape]);

  const go = (way: Way) => {
    const [right, down] = ways[way];
    setArea((now) => movedBy(now, right * step * now.width, down * step * now.width, shape));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key in ways) go(event.key as Way);
    else if (event.key === '+' || event.key === '=') setArea((now) => widened(now, now.width / zoomStep, shape));
    else if (event.key === '-') setArea((now) => widened(now, now.width * zoomStep, shape));
    else return;
    event.preventDefault();
  };
  const high = area.width / ratio;
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button busy={busy} onClick={() => onCrop(cropOf(area, shape))}>
            Save
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className={styles.crop}>
        <fieldset
          ref={frame}
          // The photo is placed from the left.
          dir="ltr"
          className={classNames(styles.frame, round ? styles.round : styles.wide)}
          aria-label="The part that shows. Arrow keys move it, plus and minus change its size."
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          <img
            src={source}
            alt=""
            draggable={false}
            style={{
              inlineSize: percent(photo.width, area.width),
              blockSize: percent(photo.height, high),
              insetInlineStart: percent(-area.x, area.width),
              insetBlockStart: percent(-area.y, high),
            }}
          />
        </fieldset>
        <label className={styles.zoom}>
          Zoom
          {/* The end of the range is the narrowest crop; with a single possible width it is disabled. */}
          <input
            type="range"
            min={0}
            max={100}
            value={max > min ? Math.round((100 * (max - area.width)) / (max - min)) : 0}
            disabled={max <= min}
            onChange={(event) => {
              const width = max - ((max - min) * Number(event.target.value)) / 100;
              setArea((now) => widened(now, width, shape));
            }}
          />
        </label>
        <div className={styles.moves} dir="ltr">
          {buttons.map(([way, label, Icon]) => (
            <Button key={way} look="quiet" icon aria-label={label} onClick={() => go(way)}>
              <Icon className="icon" aria-hidden="true" />
            </Button>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
