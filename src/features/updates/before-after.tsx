import { useRef, useState } from 'react';
import { altOf } from '#contract/bike-names.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { t } from '#contract/texts.ts';
import { comparedOf } from '#contract/update-photos.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Photo } from '#src/ui/photo.tsx';
import { Section } from '#src/ui/section.tsx';
import styles from './before-after.module.css';

const sizes = '(min-width: 1200px) 50rem, (min-width: 992px) 62vw, 100vw';

/** The before and after of a bike: one photo over the other with a slider, side by side without script. */
export function BeforeAfter({ bike }: { bike: Bike }) {
  const stage = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(50);
  const compared = comparedOf(bike);
  if (!compared) return null;
  const { before, after } = compared;
  const slide = (to: number) => {
    setShare(to);
    // A style attribute is forbidden in a page from the server.
    stage.current?.style.setProperty('--share', `${to}%`);
  };
  return (
    <Section title={t`Before and after`}>
      <figure className={styles.figure}>
        <div ref={stage} className={styles.stage}>
          <div className={styles.before}>
            <Photo photo={before} alt={t`Before: ${altOf(bike, before)}`} sizes={sizes} />
          </div>
          <Photo photo={after} alt={t`After: ${altOf(bike, after)}`} sizes={sizes} />
          <span className={styles.edge} aria-hidden="true" />
          <input
            type="range"
            className={classNames(styles.range, 'needs-script')}
            min={0}
            max={100}
            value={share}
            aria-label={t`How much of the “before” photo is visible`}
            aria-valuetext={`${share} %`}
            onChange={(event) => slide(Number(event.target.value))}
          />
        </div>
        <figcaption className={styles.names}>
          <span>{t.as('of a change')`Before`}</span>
          <span>{t.as('of a change')`After`}</span>
        </figcaption>
      </figure>
    </Section>
  );
}
