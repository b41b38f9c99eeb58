import { useState } from 'react';
import { nameOfDevice } from '#contract/device-name.ts';
import { many, t } from '#contract/texts.ts';
import { signalAtom } from '#src/lib/signal.ts';
import styles from '#src/ui/entry-rows.module.css';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { Note } from '#src/ui/note.tsx';
import { Said } from '#src/ui/said.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { EndOthers } from './end-others.tsx';
import { SessionRow } from './session-row.tsx';
import type { Ended, OwnSessions } from './use-own-sessions.ts';

/** Signed-in devices, this one first, with the buttons to sign them out. */
export function SessionList({ sessions, error, refreshing, refresh, ending, failed, end }: OwnSessions) {
  const [said, setSaid] = useState('');
  const isOffline = useValue(signalAtom) === 'none';

  // The known list may be outdated while offline.
  if (isOffline) return <Note role="status">You see your devices here when there is signal.</Note>;
  if (!sessions) {
    if (error) return <FailureNote error={error} busy={refreshing} again={() => void refresh()} />;
    return (
      <p role="status">
        <TrailMark state="sending">Loading your devices</TrailMark>
      </p>
    );
  }
  const others = sessions.filter(({ current }) => !current);
  const endAndSay = async (which: Ended, done: string) => {
    setSaid('');
    if (await end(which)) setSaid(done);
  };
  const endOthers = () => void endAndSay('others', many(others.length)`Signed out: # device.|Signed out: # devices.`);
  return (
    <>
      <Said text={said} />
      <ul>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={ending}
            failed={failed}
            onEnd={() => void endAndSay(session.id, t`Signed out: ${nameOfDevice(session)}.`)}
          />
        ))}
      </ul>
      <div className={styles.others}>
        {others.length > 0 ? (
          <EndOthers count={others.length} busy={ending === 'others'} onEnd={endOthers} />
        ) : (
          <p className="quiet">No other device is signed in.</p>
        )}
      </div>
      {failed?.which === 'others' && <FailureNote error={failed.error} again={endOthers} />}
    </>
  );
}
