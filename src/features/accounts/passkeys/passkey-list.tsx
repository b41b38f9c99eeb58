import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import forms from '#src/forms/form.module.css';
import { signalAtom } from '#src/lib/signal.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { Note } from '#src/ui/note.tsx';
import { Said } from '#src/ui/said.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { AddPasskeyForm } from './add-passkey-form.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import type { OwnPasskeys } from './use-passkeys.ts';

interface PasskeyListProps extends OwnPasskeys {
  as: Id;
  /** The name of this device; empty if unknown. */
  device: string;
}

/** The member's passkeys, with forms to add, name and remove them. */
export function PasskeyList({ as, device, passkeys, error, refreshing, refresh }: PasskeyListProps) {
  const [said, setSaid] = useState('');
  const isOffline = useValue(signalAtom) === 'none';
  if (isOffline) return <Note role="status">You see your passkeys here when there is signal.</Note>;
  if (!passkeys) {
    if (error) return <FailureNote error={error} busy={refreshing} again={() => void refresh()} />;
    return (
      <p role="status">
        <TrailMark state="sending">Loading your passkeys</TrailMark>
      </p>
    );
  }
  const isTaken = passkeys.some(({ name }) => name === device);
  const changed = async (sentence: string) => {
    setSaid('');
    await refresh();
    setSaid(sentence);
  };
  return (
    <div className={forms.form}>
      <p>A passkey logs you in with your fingerprint, your face or a PIN, without the password.</p>
      <div>
        <Said text={said} />
        {passkeys.length > 0 ? (
          <ul>
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                as={as}
                passkey={passkey}
                refresh={refresh}
                onRemoved={() => void changed(t`Removed: ${passkey.name}.`)}
              />
            ))}
          </ul>
        ) : (
          <p className="quiet">You have no passkey yet.</p>
        )}
      </div>
      <AddPasskeyForm
        as={as}
        count={passkeys.length}
        proposed={isTaken ? '' : device}
        onAdded={(name) => void changed(t`Added: ${name}.`)}
      />
    </div>
  );
}
