import { Link } from 'react-router';
import { altOf } from '#contract/bike-names.ts';
import type { FlagCase } from '#contract/flag-queue.ts';
import { type FlagReason, reasonLabel } from '#contract/flag-reasons.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { counted, figure } from '#src/ui/format.ts';
import { Photo } from '#src/ui/photo.tsx';
import { Plaque } from '#src/ui/plaque.tsx';
import { actText, nameOf, pageOf, reasonsOf } from './case-text.ts';
import type { Sanction } from './decision-dialog.tsx';
import styles from './flag-queue.module.css';
import type { Decision } from './moderation.actions.ts';

interface CaseCardProps {
  one: FlagCase;
  busy: boolean;
  onDecide: (decision: Decision) => void;
  /** Asks for a reason before deciding. */
  onAsk: (sanction: Sanction) => void;
}

const maxFlags = 10;
const looks = { Flagged: 'flagged', Removed: 'removed', Deleted: 'removed', Draft: 'draft' } as const;

/** Decisions available for an item in its status. */
function Choices({ one, busy, onDecide, onAsk }: CaseCardProps) {
  const { targetType, status, standing, open } = one;
  const name = nameOf(one);
  const hidden = status === 'Flagged' || status === 'Removed';
  const choice = (label: string, run: () => void) => (
    <Button small look="quiet" busy={busy} aria-label={`${label}: ${name}`} onClick={run}>
      {label}
    </Button>
  );
  return (
    <div className={styles.choices}>
      {hidden && choice('Restore it', () => onDecide({ status: 'Active', reason: '' }))}
      {status === 'Active' && open && choice('Leave it', () => onDecide({ flags: 'rejected' }))}
      {status === 'Active' && open && standing !== null && choice('Agree', () => onDecide({ flags: 'upheld' }))}
      {status === 'Active' && standing === null && choice('Flag it', () => onAsk('Flagged'))}
      {(status === 'Active' || status === 'Flagged') &&
        targetType !== 'User' &&
        choice('Remove it', () => onAsk('Removed'))}
      {(standing === 'Suspended' || standing === 'Banned') &&
        choice('Restore', () => onDecide({ standing: 'Active', reason: '' }))}
      {standing === 'Active' && choice('Suspend', () => onAsk('Suspended'))}
      {(standing === 'Active' || standing === 'Suspended') && choice('Ban', () => onAsk('Banned'))}
      {open && status !== 'Active' && choice('Close', () => onDecide({ flags: 'upheld' }))}
      {!open && choice('Reopen', () => onDecide({ flags: 'open' }))}
    </div>
  );
}

/** A flagged item: content, flags, past decisions and available ones. */
export function CaseCard(props: CaseCardProps) {
  const { one } = props;
  const { bike, owner, status, standing, text, hidden, flags, acts, at } = one;
  const page = pageOf(one);
  return (
    <article className={styles.card}>
      {bike ? (
        <Photo
          photo={bike.cover}
          alt={bike.cover ? altOf(bike, bike.cover) : ''}
          sizes="8rem"
          className={styles.picture}
        />
      ) : (
        <Avatar person={owner} size="page" />
      )}
      <div className={styles.about}>
        <h2 className={styles.name}>{page ? <Link to={page}>{nameOf(one)}</Link> : nameOf(one)}</h2>
        <p className="row small">
          {status !== 'Active' && <Plaque look={looks[status]}>{status}</Plaque>}
          {standing && standing !== 'Active' && <Plaque look="removed">{standing}</Plaque>}
          <span className="quiet">
            <span>{`${owner.username} ·${flags.length > 0 ? ` ${counted(flags.length, 'flag')} ·` : ''}`}</span>{' '}
            <Ago time={at} />
            {hidden && <span> · hidden by flags</span>}
          </span>
        </p>
        {text && <p className={styles.text}>{text}</p>}
        <p>
          <strong>
            {reasonsOf(one)
              .map(({ label, count }) => (count > 1 ? `${label} (${count})` : label))
              .join(', ')}
          </strong>
        </p>
        <ul className={styles.flags} aria-label="Who said what">
          {flags.slice(0, maxFlags).map(({ by, reason, note, weight, at: said }) => (
            <li key={`${by?.id}:${said}`} className="small">
              <strong>{by?.username ?? 'Someone'}</strong>
              <span>{`: ${reasonLabel(reason as FlagReason)}${note ? `. ${note}` : ''}`}</span>{' '}
              <span className="quiet">{`weight\u00a0${weight}`}</span>
            </li>
          ))}
          {flags.length > maxFlags && <li className="quiet small">{`and ${figure(flags.length - maxFlags)} more`}</li>}
        </ul>
        {acts.length > 0 && (
          <ul className={styles.acts} aria-label="What was done">
            {acts.map((act) => (
              <li key={act.id} className="quiet small">
                <span>{actText(act)}</span> <Ago time={act.at} />
              </li>
            ))}
          </ul>
        )}
        <Choices {...props} />
      </div>
    </article>
  );
}
