import { Link } from 'react-router';
import { nameOfDevice } from '#contract/device-name.ts';
import type { SecurityEvent } from '#contract/security-record.ts';
import { t } from '#contract/texts.ts';
import { clockTime } from '#src/ui/clock-time.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { eventText, remedyOf } from './event-text.ts';
import styles from './security-record.module.css';

/** An event with its time, device and network, and what to do if it was somebody else. */
export function EventRow({ event }: { event: SecurityEvent }) {
  const preferences = useDisplayPreferences();
  const { at, network, byOperator } = event;
  const remedy = remedyOf(event);
  return (
    <li className={styles.row}>
      <h3>{eventText(event)}</h3>
      <p className={styles.where}>
        <time dateTime={at}>{clockTime(new Date(at), preferences)}</time>
        {!byOperator && <span>{nameOfDevice(event)}</span>}
        {network && <span>{t`Network ${network}`}</span>}
      </p>
      {remedy && (
        <p className="small">
          <Link to={remedy.to}>{remedy.text}</Link>
        </p>
      )}
    </li>
  );
}
