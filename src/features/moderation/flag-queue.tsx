import { useState } from 'react';
import type { FlagCase } from '#contract/flag-queue.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { Note } from '#src/ui/note.tsx';
import { Said } from '#src/ui/said.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { CaseCard } from './case-card.tsx';
import { doneText, mainReason } from './case-text.ts';
import { DecisionDialog, type Sanction } from './decision-dialog.tsx';
import styles from './flag-queue.module.css';
import { type Decision, decide, undoing } from './moderation.actions.ts';
import { useIsOffline } from './use-is-offline.ts';
import type { Queue } from './use-queue.ts';

interface FlagQueueProps {
  queue: Queue;
  userId: Id;
  state: 'open' | 'decided';
}

/** Queue of flagged items with the moderator's actions. */
export function FlagQueue({ queue, userId, state }: FlagQueueProps) {
  const { cases, error, refreshing, refresh, loadMore } = queue;
  const isOffline = useIsOffline();
  const [asking, setAsking] = useState<{ one: FlagCase; sanction: Sanction } | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [said, setSaid] = useState('');

  const run = async (one: FlagCase, decision: Decision) => {
    setBusy(one.targetId);
    setSaid('');
    try {
      await decide(userId, one, decision);
      const done = doneText(one, decision);
      const steps = undoing(one, decision, mainReason(one));
      if (steps.length > 0)
        offerUndo(done, async () => {
          for (const step of steps) await decide(userId, one, step);
          await refresh();
        });
      await refresh();
      setSaid(done);
    } catch (cause) {
      complain(cause);
    } finally {
      setBusy(null);
    }
  };

  if (isOffline) return <Note role="status">You see flags here when there is signal.</Note>;
  if (!cases) {
    if (!error) return <Loader />;
    return <FailureNote error={error} busy={refreshing} again={() => void refresh()} />;
  }
  return (
    <>
      <Said text={said} className={styles.said} />
      {cases.length === 0 ? (
        <EmptyState title={state === 'open' ? t`No open flags.` : t`No decisions yet.`}>
          Flags from members show up here.
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {cases.map((one) => (
            <li key={`${one.targetType}:${one.targetId}`}>
              <CaseCard
                one={one}
                busy={busy === one.targetId}
                onDecide={(decision) => void run(one, decision)}
                onAsk={(sanction) => setAsking({ one, sanction })}
              />
            </li>
          ))}
        </ul>
      )}
      {loadMore && <LoadMore load={loadMore} />}
      {asking && (
        <DecisionDialog
          one={asking.one}
          sanction={asking.sanction}
          onClose={() => setAsking(null)}
          onDecide={(decision) => {
            setAsking(null);
            void run(asking.one, decision);
          }}
        />
      )}
    </>
  );
}
