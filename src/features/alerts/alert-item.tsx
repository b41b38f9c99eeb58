import { Link } from 'react-router';
import type { Alert, AlertType } from '#contract/alerts.ts';
import { alertTextOf } from '#src/notifications/alert-text.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Flag, Search, Trophy } from '#src/ui/icons.js';
import { languageOfText } from '#src/ui/language-of-text.ts';
import styles from './alerts-menu.module.css';

/** Shown in place of an actor. */
const signs: Partial<Record<AlertType, typeof Trophy>> = { winner: Trophy, ranking: Trophy, search: Search };

interface AlertItemProps {
  alert: Alert;
  /** Unseen when the menu was opened. */
  fresh: boolean;
  onFollow: () => void;
}

/** One alert as a link. */
export function AlertItem({ alert, fresh, onFollow }: AlertItemProps) {
  const shown = alertTextOf(alert);
  if (!shown) return null;
  const Sign = alert.judged ? Flag : signs[alert.type];
  const [actor = { username: '?', avatar: '' }] = alert.actors;
  return (
    <li>
      <Link className={classNames(styles.item, fresh && styles.fresh)} to={shown.to} onClick={onFollow}>
        {Sign ? (
          <span className={styles.sign}>
            <Sign className="icon" aria-hidden="true" />
          </span>
        ) : (
          <Avatar person={actor} />
        )}
        <span className={styles.body}>
          <span>{shown.sentence}</span>
          {shown.text && (
            <span className={styles.text} dir="auto" lang={languageOfText(shown.text)}>
              {shown.text}
            </span>
          )}
          <span className={styles.details}>
            {fresh && <span className={styles.new}>New</span>}
            <Ago time={alert.at} />
          </span>
        </span>
      </Link>
    </li>
  );
}
