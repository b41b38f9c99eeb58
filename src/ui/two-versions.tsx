import { Button } from './button.tsx';
import { Note } from './note.tsx';
import { textDifference } from './text-difference.ts';
import styles from './two-versions.module.css';

/** A field in which two versions differ, as text. */
export type Difference = { name: string; mine: string; site: string };

interface TwoVersionsProps {
  text: string;
  differences: readonly Difference[];
  onMine: () => void;
  onSite: () => void;
}

function Row({ name, ...versions }: Difference) {
  const [mine, site] = textDifference(versions.mine, versions.site);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{mine || '–'}</td>
      <td>{site || '–'}</td>
    </tr>
  );
}

/** A conflict between this device and the server: both versions, and the choice between them. */
export function TwoVersions({ text, differences, onMine, onSite }: TwoVersionsProps) {
  return (
    <Note state="notice" role="alert">
      <p>{text}</p>
      <table className={styles.versions}>
        <thead>
          <tr>
            <td />
            <th scope="col">Yours</th>
            <th scope="col">On the site</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <Row key={difference.name} {...difference} />
          ))}
        </tbody>
      </table>
      <div className="row">
        <Button small onClick={onMine}>
          Keep yours
        </Button>
        <Button small look="quiet" onClick={onSite}>
          Keep the site's
        </Button>
      </div>
    </Note>
  );
}
