import { nameOfDevice } from '#contract/device-name.ts';
import type { MemberSession } from '#contract/sessions.ts';
import { t } from '#contract/texts.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import styles from '#src/ui/entry-rows.module.css';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import type { OwnSessions } from './use-own-sessions.ts';

interface SessionRowProps extends Pick<OwnSessions, 'ending' | 'failed'> {
  session: MemberSession;
  onEnd: () => void;
}

/** A signed-in device. */
export function SessionRow({ session, ending, failed, onEnd }: SessionRowProps) {
  const { id, current, signedInAt, lastUsedAt } = session;
  const name = nameOfDevice(session);
  return (
    <li className={styles.row}>
      <div className={styles.body}>
        <h3>{name}</h3>
        <p className="quiet small">
          {current ? (
            <span>
              Signed in <Ago time={signedInAt} inside />
            </span>
          ) : (
            <span>
              Last seen <Ago time={lastUsedAt} inside />. Signed in <Ago time={signedInAt} inside />.
            </span>
          )}
        </p>
      </div>
      {current ? (
        <TrailMark state="saved">This device</TrailMark>
      ) : (
        <Button
          look="quiet"
          small
          busy={ending === id}
          aria-disabled={ending !== null}
          aria-label={t`Sign out ${name}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
      {failed && failed.which === id && <FailureNote error={failed.error} again={onEnd} />}
    </li>
  );
}
