import { getDefaultStore } from 'jotai';
import { useEffect, useRef } from 'react';
import { challengeFrame } from '#contract/challenge.ts';
import { t } from '#contract/texts.ts';
import { type PersonCheck, personCheckAtom } from '#src/lib/person-check.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { useValue } from '#src/ui/use-value.ts';
import styles from './challenge-dialog.module.css';

const store = getDefaultStore();

/** Token in a message from the frame; undefined for any other message. */
function tokenIn(data: unknown): string | null | undefined {
  const { challenge } = (data ?? {}) as { challenge?: unknown };
  return typeof challenge === 'string' || challenge === null ? challenge : undefined;
}

function Check({ vendor, done }: PersonCheck) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
      const token = tokenIn(data);
      if (origin !== location.origin || source !== frame.current?.contentWindow || token === undefined) return;
      done(token);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [done]);
  const cancel = (
    <Button look="quiet" onClick={() => done(null)}>
      Cancel
    </Button>
  );
  return (
    <Dialog title="One check before it is sent" alert actions={cancel} onClose={() => done(null)}>
      <p>{t`${vendor} checks that you are a person.`}</p>
      <iframe ref={frame} className={styles.frame} src={challengeFrame} title={t`Check by ${vendor}`} />
    </Dialog>
  );
}

/** Shows the captcha that a form's submission has requested, if the site uses a vendor for it. */
export function ChallengeDialog() {
  const asked = useValue(personCheckAtom);
  // Cancels a request of a page that was left.
  useEffect(() => store.get(personCheckAtom)?.done(null), []);
  return asked && <Check {...asked} />;
}
