import { useState } from 'react';
import type { PersonalToken } from '#contract/personal-tokens.ts';
import { t } from '#contract/texts.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import styles from '#src/ui/entry-rows.module.css';
import { dayOf } from '#src/ui/format.ts';
import { scopeNames } from './scope-names.ts';

interface TokenRowProps {
  token: PersonalToken;
  busy: boolean;
  onRevoke: () => void;
}

/** A personal token: what it may do, when it was used and when it ends. */
export function TokenRow({ token, busy, onRevoke }: TokenRowProps) {
  const { name, scopes, lastUsedAt, endsAt } = token;
  const [asking, setAsking] = useState(false);
  const preferences = useDisplayPreferences();
  const now = new Date();
  const end = dayOf(new Date(endsAt), now, preferences);
  const ended = new Date(endsAt) <= now;
  const sure = (
    <>
      <Button look="quiet" onClick={() => setAsking(false)}>
        Back
      </Button>
      <Button
        look="danger"
        onClick={() => {
          setAsking(false);
          onRevoke();
        }}
      >
        Revoke
      </Button>
    </>
  );
  return (
    <li className={styles.row}>
      <div className={styles.body}>
        <h3 dir="auto">{name}</h3>
        <p className="quiet small">
          <span>{`${scopes.map((scope) => scopeNames[scope]).join(', ')}.`}</span>{' '}
          {lastUsedAt ? (
            <span>
              Last used <Ago time={lastUsedAt} inside />.
            </span>
          ) : (
            <span>Not used yet.</span>
          )}{' '}
          <span>{ended ? t`It ended on ${end}.` : t`Ends on ${end}.`}</span>
        </p>
      </div>
      <Button
        look="quiet"
        small
        busy={busy}
        aria-label={t`Revoke ${name}`}
        // An ended token does nothing any more.
        onClick={() => (ended ? onRevoke() : setAsking(true))}
      >
        {ended ? t`Remove` : t`Revoke`}
      </Button>
      {asking && (
        <Dialog title={t`Revoke ${name}?`} alert actions={sure} onClose={() => setAsking(false)}>
          <p>The program that uses it stops working at once. You can make another token.</p>
        </Dialog>
      )}
    </li>
  );
}
