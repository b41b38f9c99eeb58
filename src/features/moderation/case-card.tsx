import { Link } from 'react-router';
import { altOf } from '#contract/bike-names.ts';
import type { FlagCase, MemberStatus } from '#contract/flag-queue.ts';
import { type FlagReason, reasonLabel } from '#contract/flag-reasons.ts';
import { bikeStatusLabel } from '#contract/option-labels.ts';
import { moderatedMemberPage } from '#contract/pages.ts';
import { shownName } from '#contract/people.ts';
import { many, t } from '#contract/texts.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { languageOfText } from '#src/ui/language-of-text.ts';
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
export const standingLabels: Record<MemberStatus, string> = {
  Active: t`Active`,
  Suspended: t`Suspended`,
  Banned: t`Banned`,
  Deleted: t`Deleted`,
};
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
      {hidden && choice(t`Restore it`, () => onDecide({ status: 'Active', reason: '' }))}
      {status === 'Active' && open && choice(t`Leave it`, () => onDecide({ flags: 'rejected' }))}
      {status === 'Active' && open && standing !== null && choice(t`Agree`, () => onDecide({ flags: 'upheld' }))}
      {status === 'Active' && standing === null && choice(t`Flag it`, () => onAsk('Flagged'))}
      {(status === 'Active' || status === 'Flagged') &&
        targetType !== 'User' &&
        choice(targetType === 'List' ? t`Remove its words` : t`Remove it`, () => onAsk('Removed'))}
      {(standing === 'Suspended' || standing === 'Banned') &&
        choice(t`Restore`, () => onDecide({ standing: 'Active', reason: '' }))}
      {standing === 'Active' && choice(t`Suspend`, () => onAsk('Suspended'))}
      {(standing === 'Active' || standing === 'Suspended') && choice(t`Ban`, () => onAsk('Banned'))}
      {open && status !== 'Active' && choice(t.as('a case of flags')`Close`, () => onDecide({ flags: 'upheld' }))}
      {!open && choice(t`Reopen`, () => onDecide({ flags: 'open' }))}
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
          {status !== 'Active' && <Plaque look={looks[status]}>{bikeStatusLabel(status)}</Plaque>}
          {standing && standing !== 'Active' && <Plaque look="removed">{standingLabels[standing]}</Plaque>}
          <span className="quiet">
            <Link to={moderatedMemberPage(owner.id)}>{shownName(owner.username)}</Link> <span>·</span>{' '}
            {flags.length > 0 && <span>{`${many(flags.length)`# flag|# flags`} · `}</span>}
            <Ago time={at} />
            {hidden && <span> · hidden by flags</span>}
          </span>
        </p>
        {text && (
          <p className={styles.text} lang={languageOfText(text)}>
            {text}
          </p>
        )}
        <p>
          <strong>
            {reasonsOf(one)
              .map(({ label, count }) => (count > 1 ? `${label} (${count})` : label))
              .join(' · ')}
          </strong>
        </p>
        <ul className={styles.flags} aria-label="Who said what">
          {flags.slice(0, maxFlags).map(({ by, reason, note, weight, at: said }) => (
            <li key={`${by?.id}:${said}`} className="small">
              <strong>{by?.username ?? t`Someone`}</strong>
              <span>{`: ${reasonLabel(reason as FlagReason)}${note ? `. ${note}` : ''}`}</span>{' '}
              <span className="quiet">{t`weight\u00a0${weight}`}</span>
            </li>
          ))}
          {flags.length > maxFlags && (
            <li className="quiet small">{many(flags.length - maxFlags)`and # more|and # more`}</li>
          )}
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
