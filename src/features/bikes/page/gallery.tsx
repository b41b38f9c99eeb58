import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { altOf } from '#contract/bike-names.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { savesData, useSavesData } from '#src/ui/display-preferences.ts';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { useBackOnce } from '#src/ui/use-back-once.ts';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import { BikePhoto } from './bike-photo.tsx';
import styles from './gallery.module.css';
import { GalleryIndex, slideId } from './gallery-index.tsx';
import { captionOf } from './photo-text.ts';
import { useCanBeLarge } from './use-can-be-large.ts';
import { useTrack } from './use-track.ts';

const loadLightbox = () => import('./lightbox.tsx');
const Lightbox = lazy(() => loadLightbox().then((module) => ({ default: module.Lightbox })));
const fetchEarly = () => {
  if (savesData()) return;
  // If the prefetch fails, the lightbox loads when it is opened.
  loadLightbox().catch(() => undefined);
};

const mainSizes = '(min-width: 1200px) 50rem, (min-width: 992px) 62vw, 100vw';

interface GalleryProps {
  bike: Bike;
  /** The bike is queued, and perhaps its photos too. */
  waiting: boolean;
}

/**
 * Whether the lightbox is open. It has an entry of its own in the history, so that Back closes it. Other browsers than
 * Android's take Back for leaving the page.
 */
function useLightbox() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  // A reload keeps the entry, but the server renders the page without the lightbox.
  const isOpen = useHydrated() && state?.lightbox === true;
  const open = () => void navigate({ pathname, search, hash }, { state: { ...state, lightbox: true } });
  const close = useBackOnce();
  return { isOpen, open, close };
}

/** Photo carousel: swipe, arrow keys or thumbnails. Each photo opens in the lightbox. */
export function Gallery({ bike, waiting }: GalleryProps) {
  const { photos } = bike;
  const { at, go, onKeyDown, track } = useTrack(photos.length);
  const lightbox = useLightbox();
  const open = lightbox.isOpen;
  const small = useSavesData();
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const root = useRef<HTMLElement>(null);

  const slides = useCallback(() => [...(root.current?.querySelectorAll<HTMLElement>('[data-slide]') ?? [])], []);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The focus follows the current photo after an arrow key, and after the lightbox closed.
    const follows = !open && (wasOpen.current || slides().some((slide) => slide === document.activeElement));
    wasOpen.current = open;
    if (follows) slides()[at]?.focus({ preventScroll: true });
  }, [at, open, slides]);

  const captions = photos.map(captionOf);
  const canBeLarge = useCanBeLarge(photos[at], waiting, asked);
  const ask = (place: number) => {
    const photo = photos[place];
    if (photo) setAsked((before) => new Set(before).add(photo.id));
  };
  return (
    <section ref={root} className={styles.gallery} aria-label="Photos" onKeyDown={onKeyDown}>
      <div className={styles.stage}>
        <ul {...track} className={styles.track}>
          {photos.map((photo, place) => (
            <li key={photo.id} id={slideId(photo.id)}>
              <button
                type="button"
                data-slide
                tabIndex={place === at ? undefined : -1}
                aria-label={t`${altOf(bike, photo)}. Open large`}
                onClick={() => {
                  ask(at);
                  lightbox.open();
                }}
                onPointerEnter={fetchEarly}
                onFocus={fetchEarly}
              >
                <BikePhoto
                  waiting={waiting}
                  photo={photo}
                  alt={altOf(bike, photo)}
                  sizes={mainSizes}
                  large={asked.has(photo.id)}
                  fit={photo.height > photo.width ? 'contain' : 'cover'}
                  priority={place === 0}
                />
              </button>
            </li>
          ))}
        </ul>
        {photos.length > 1 && (
          <output className={styles.place} dir="ltr" aria-label={t`Photo ${at + 1} of ${photos.length}`}>
            {`${at + 1} / ${photos.length}`}
          </output>
        )}
      </div>
      {small && (
        <div className={classNames(styles.large, 'needs-script')}>
          {canBeLarge && (
            <Button
              small
              look="quiet"
              onClick={() => {
                ask(at);
                slides()[at]?.focus({ preventScroll: true });
              }}
            >
              Load the large photo
            </Button>
          )}
        </div>
      )}
      {/* Always reserves one line for the caption, so that nothing moves when the next photo has none. */}
      {captions.some(Boolean) && (
        <p className={styles.caption} dir="auto" lang={languageOfText(captions[at] ?? '')}>
          {captions[at] || '\u00a0'}
        </p>
      )}
      {photos.length > 1 && <GalleryIndex bike={bike} waiting={waiting} at={at} onChoose={go} />}
      {open && (
        <Suspense>
          <Lightbox
            bike={bike}
            waiting={waiting}
            start={at}
            asked={asked}
            onAsk={ask}
            onShow={go}
            onClose={lightbox.close}
          />
        </Suspense>
      )}
    </section>
  );
}
