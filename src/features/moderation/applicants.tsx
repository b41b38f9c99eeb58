import { useId, useState } from 'react';
import type { Application } from '#contract/applications.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { languageOfText } from '#src/ui/language-of-text.ts';
import { Said } from '#src/ui/said.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import styles from './flag-queue.module.css';
import { answerApplication } from './moderation.actions.ts';

interface RefusalDialogProps {
  username: string;
  onRefuse: (reason: string) => void;
  onClose: () => void;
}

/** Asks for the reason, which may be empty. */
function RefusalDialog({ username, onRefuse, onClose }: RefusalDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const actions = (
    <>
      <Button look="plain" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} look="danger">
        Refuse
      </Button>
    </>
  );
  return (
    <Dialog title={t`Refuse ${username}?`} actions={actions} onClose={onClose}>
      <form
        id={formId}
        noValidate
        className={styles.decision}
        onSubmit={(event) => {
          event.preventDefault();
          onRefuse(reason);
        }}
      >
        <p>The application is deleted. This cannot be undone; a refused applicant can sign up again.</p>
        <Field label="Reason" optional hint={t`${username} will read it in a mail.`}>
          <TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}

interface ApplicantsProps {
  userId: Id;
  applications: readonly Application[];
  /** Called after a decision. */
  refresh: () => Promise<void>;
}

/** Those who wait to be let in, longest waiting first, with the decisions about them. */
export function Applicants({ userId, applications, refresh }: ApplicantsProps) {
  const [refusing, setRefusing] = useState<Application | null>(null);
  const [busy, setBusy] = useState<Id | null>(null);
  const [said, setSaid] = useState('');
  const decide = async ({ id, username }: Application, accept: boolean, reason?: string) => {
    setBusy(id);
    setSaid('');
    try {
      await answerApplication(userId, id, accept, reason);
      await refresh();
      setSaid(accept ? t`${username} is a member now.` : t`${username} is refused.`);
    } catch (cause) {
      complain(cause);
    } finally {
      setBusy(null);
    }
  };
  return (
    <>
      <Said text={said} className={styles.said} />
      {applications.length === 0 ? (
        <p className="quiet">Nobody waits to be let in.</p>
      ) : (
        <ul className={styles.list}>
          {applications.map((one) => (
            <li key={one.id} className={styles.applicant}>
              <h3 className={styles.name}>{one.username}</h3>
              <p className="quiet small">
                <span>{`${one.email} ·`}</span> <Ago time={one.at} />
              </p>
              {one.answer ? (
                <p className={styles.text} lang={languageOfText(one.answer)}>
                  {one.answer}
                </p>
              ) : (
                <p className="quiet">No answer: signed up when nobody was asked.</p>
              )}
              <div className={styles.choices}>
                <Button
                  small
                  look="quiet"
                  busy={busy === one.id}
                  aria-label={t`Accept: ${one.username}`}
                  onClick={() => void decide(one, true)}
                >
                  Accept
                </Button>
                <Button
                  small
                  look="quiet"
                  busy={busy === one.id}
                  aria-label={t`Refuse: ${one.username}`}
                  onClick={() => setRefusing(one)}
                >
                  Refuse
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {refusing && (
        <RefusalDialog
          username={refusing.username}
          onClose={() => setRefusing(null)}
          onRefuse={(reason) => {
            setRefusing(null);
            void decide(refusing, false, reason);
          }}
        />
      )}
    </>
  );
}
