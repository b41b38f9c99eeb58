import { Button } from './button.tsx';
import { Note } from './note.tsx';
import styles from './two-versions.module.css';

/** What two versions say differently, in words. */
export type Difference = { name: string; mine: string; site: string };

interface TwoVersionsProps {
  words: string;
  differences: readonly Difference[];
  onMine: () => void;
  onSite: () => void;
}

/** What was changed here and elsewhere: both versions, and which one goes on. */
export function TwoVersions({ words, differences, onMine, onSite }: TwoVersionsProps) {
  return (
    <Note state="notice" role="alert">
      <p>{words}</p>
      <table className={styles.versions}>
        <thead>
          <tr>
            <td />
            <th scope="col">Yours</th>
            <th scope="col">On the site</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ name, mine, site }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{mine || '–'}</td>
              <td>{site || '–'}</td>
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
