import { bikeField, bikeFieldNames } from '#contract/bike-fields.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { WholeDraft } from '#src/offline/drafts.ts';
import { Button } from '#src/ui/button.tsx';
import { counted } from '#src/ui/format.ts';
import { Note } from '#src/ui/note.tsx';
import { factsOf, fieldsOf } from './facts-of.ts';
import { wordsOf } from './filled.ts';
import { readOnly } from './form-fields.ts';
import styles from './two-versions.module.css';

interface TwoVersionsProps {
  mine: WholeDraft;
  site: Bike;
  onMine: () => void;
  onSite: () => void;
}

type Difference = { name: string; mine: string; site: string };

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const photoWords = (photos: readonly unknown[]): string => counted(photos.length, 'photo');

/** What two versions of a bike say differently. */
export function differences(mine: Pick<WholeDraft, 'fields' | 'photos'>, site: Bike): Difference[] {
  const siteFields = fieldsOf(site);
  const ids = (photos: readonly { id: string }[]) => photos.map(({ id }) => id);
  const [my, its] = [factsOf(mine.fields, ids(mine.photos)), factsOf(siteFields, ids(site.photos))];
  const told = bikeFieldNames
    .filter((name) => !same(my[name], its[name]))
    .map((name) => ({
      name: bikeField(name).label,
      mine: wordsOf(name, readOnly(mine.fields)),
      site: wordsOf(name, readOnly(siteFields)),
    }));
  const notes = (photos: readonly { id: string; kind: string; caption: string; alt: string }[]) =>
    photos.map(({ id, kind, caption, alt }) => [id, kind, caption, alt]);
  if (same(notes(mine.photos), notes(site.photos))) return told;
  return [...told, { name: 'Photos', mine: photoWords(mine.photos), site: photoWords(site.photos) }];
}

/** A bike that was changed here and elsewhere: both versions, and which one goes on. */
export function TwoVersions({ mine, site, onMine, onSite }: TwoVersionsProps) {
  return (
    <Note state="notice" role="alert">
      <p>This bike was changed elsewhere. Nothing is lost: choose which version goes on.</p>
      <table className={styles.versions}>
        <thead>
          <tr>
            <td />
            <th scope="col">Yours</th>
            <th scope="col">On the site</th>
          </tr>
        </thead>
        <tbody>
          {differences(mine, site).map(({ name, mine: my, site: its }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{my || '–'}</td>
              <td>{its || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="row">
        <Button small onClick={onMine}>
          Go on with yours
        </Button>
        <Button small look="quiet" onClick={onSite}>
          Take the site's
        </Button>
      </div>
    </Note>
  );
}
