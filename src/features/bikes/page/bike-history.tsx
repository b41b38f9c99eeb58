import { formParts } from '#contract/bike-fields.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { photoKindLabel } from '#contract/card-labels.ts';
import { type BuildEntry, type ComponentChange, newestFirst } from '#contract/history.ts';
import { componentSlotLabel } from '#contract/option-labels.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { plainDay } from '#src/ui/format.ts';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { LinkedText } from '#src/ui/linked-text.tsx';
import { Section } from '#src/ui/section.tsx';
import { uniqueKeys } from '#src/ui/unique-keys.ts';
import styles from './bike-page.module.css';
import { BikePhoto } from './bike-photo.tsx';
import { slideId } from './gallery-index.tsx';

function Change({ change: { slot, before, after } }: { change: ComponentChange }) {
  return (
    <>
      <dt>{componentSlotLabel(slot)}</dt>
      <dd>
        {before && <del dir="auto">{before}</del>} {after && <ins dir="auto">{after}</ins>}
      </dd>
    </>
  );
}

interface DayProps {
  bike: Bike;
  waiting: boolean;
  entry: BuildEntry;
}

function Day({ bike, waiting, entry: { date, title, text, photoIds, componentChanges } }: DayProps) {
  const preferences = useDisplayPreferences();
  const changeKeys = uniqueKeys(componentChanges.map(({ slot }) => slot));
  const photos = bike.photos.filter((photo) => photoIds.includes(photo.id));
  return (
    <li className={styles.day}>
      <time dateTime={date} lang={preferences.writing?.language} className="quiet small figures">
        {plainDay(new Date(date), preferences)}
      </time>
      <h3 dir="auto" lang={languageOfText(title)}>
        {title}
      </h3>
      {text && (
        <p className="prose" lang={languageOfText(text)}>
          <LinkedText text={text} />
        </p>
      )}
      {componentChanges.length > 0 && (
        <dl className={styles.changes}>
          {componentChanges.map((change, place) => (
            <Change key={changeKeys[place]} change={change} />
          ))}
        </dl>
      )}
      {photos.length > 0 && (
        <div className="row">
          {photos.map((photo) => (
            <a key={photo.id} href={`#${slideId(photo.id)}`} className={styles.dayPhoto}>
              <BikePhoto
                waiting={waiting}
                photo={photo}
                alt={photo.alt || photo.caption || photoKindLabel(photo.kind)}
                sizes="9rem"
              />
            </a>
          ))}
        </div>
      )}
    </li>
  );
}

/** History of the bike, latest day first. */
export function BikeHistory({ bike, waiting }: { bike: Bike; waiting: boolean }) {
  if (bike.history.length === 0) return null;
  return (
    <Section title={formParts.history}>
      <ol className={styles.days}>
        {newestFirst(bike.history).map((entry) => (
          <Day key={entry.id} bike={bike} waiting={waiting} entry={entry} />
        ))}
      </ol>
    </Section>
  );
}
