import { useState } from 'react';
import type { Login } from '#contract/accounts.ts';
import { banMemoryYears } from '#contract/periods.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Note } from '#src/ui/note.tsx';
import { useValue } from '#src/ui/use-value.ts';
import styles from './banned-requests.module.css';
import { downloadAsBanned, eraseAsBanned } from './departure.actions.ts';

type Busy = 'download' | 'erase' | null;

/** Lets a banned member take their data and have the account erased. @param credentials of the refused log-in */
export function BannedRequests({ credentials }: { credentials: Login }) {
  const isOffline = useValue(signalAtom) === 'none';
  const [busy, setBusy] = useState<Busy>(null);
  /** Which of the two questions is open. */
  const [question, setQuestion] = useState<1 | 2 | null>(null);
  const [said, setSaid] = useState('');
  const [isErased, setErased] = useState(false);
  const run = async (what: Busy, work: () => Promise<void>) => {
    setBusy(what);
    setSaid('');
    try {
      await work();
    } catch (cause) {
      complain(cause);
    } finally {
      setBusy(null);
    }
  };
  const download = () =>
    run('download', async () => {
      await downloadAsBanned(credentials);
      setSaid(t`Your download has started.`);
    });
  const erase = () =>
    run('erase', async () => {
      await eraseAsBanned(credentials);
      setErased(true);
    });
  if (isErased) {
    return (
      <Note state="saved" role="status">
        Your account is erased. We have mailed you that.
      </Note>
    );
  }
  const back = (
    <Button look="quiet" onClick={() => setQuestion(null)}>
      Back
    </Button>
  );
  return (
    <div className={styles.requests}>
      <p className="small">You can still download your data, and have your account erased.</p>
      <div className={styles.buttons}>
        <Button
          look="quiet"
          small
          busy={busy === 'download'}
          aria-disabled={isOffline || undefined}
          onClick={() => void download()}
        >
          {isOffline ? t`Needs a connection` : t`Download my data`}
        </Button>
        <Button
          look="quiet"
          small
          busy={busy === 'erase'}
          aria-disabled={isOffline || undefined}
          onClick={() => setQuestion(1)}
        >
          {isOffline ? t`Needs a connection` : t`Erase my account`}
        </Button>
      </div>
      <p role="status" className="small">
        {said}
      </p>
      {question === 1 && (
        <Dialog
          title={t`Erase your account?`}
          alert
          actions={
            <>
              {back}
              <Button look="danger" onClick={() => setQuestion(2)}>
                Erase it
              </Button>
            </>
          }
          onClose={() => setQuestion(null)}
        >
          <p>
            Your bikes, photos, comments, likes and settings are erased at once. Members you wrote to keep your
            messages, without your name. The ban stays: for {banMemoryYears} years we keep one-way codes of your e-mail
            and your username, and nothing else of your account.
          </p>
        </Dialog>
      )}
      {question === 2 && (
        <Dialog
          title={t`Are you sure?`}
          alert
          actions={
            <>
              {back}
              <Button
                look="danger"
                onClick={() => {
                  setQuestion(null);
                  void erase();
                }}
              >
                Erase it for good
              </Button>
            </>
          }
          onClose={() => setQuestion(null)}
        >
          <p>Nobody can undo this, even if you appeal later. Did you download what you want to keep?</p>
        </Dialog>
      )}
    </div>
  );
}
