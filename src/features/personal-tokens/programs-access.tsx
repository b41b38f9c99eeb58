import { useState } from 'react';
import { apiBase } from '#contract/endpoint.ts';
import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { Disclosure } from '#src/ui/disclosure.tsx';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { Note } from '#src/ui/note.tsx';
import { OnceShown } from '#src/ui/once-shown.tsx';
import { Said } from '#src/ui/said.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { NewTokenForm } from './new-token-form.tsx';
import { TokenRow } from './token-row.tsx';
import { useOwnTokens } from './use-own-tokens.ts';

interface ProgramsAccessProps {
  member: Person & { moderator?: boolean | undefined };
}

/** The member's personal tokens, and a form to make one. */
export function ProgramsAccess({ member }: ProgramsAccessProps) {
  const { tokens, error, refreshing, refresh, revoking, add, revoke } = useOwnTokens(member.id);
  const [made, setMade] = useState<{ name: string; secret: string }>();
  const [said, setSaid] = useState('');
  const isOffline = useValue(signalAtom) === 'none';
  if (isOffline && !made) return <Note role="status">You see your tokens here when there is signal.</Note>;
  if (!tokens) {
    if (!error) {
      return (
        <p role="status">
          <TrailMark state="sending">Loading your tokens</TrailMark>
        </p>
      );
    }
    return <FailureNote error={error} busy={refreshing} again={() => void refresh()} />;
  }
  return (
    <div className="stack">
      <p>
        With a personal token, a program of yours can use this site in your name. It never gets your password, and can’t
        change your account. A new password ends all tokens.{' '}
        <a href={`${apiBase}/openapi.json`} target="_blank" rel="noreferrer">
          What programs can call
        </a>
      </p>
      {made && (
        <OnceShown
          label={t`Token for ${made.name}`}
          secret={made.secret}
          onDone={() => {
            setMade(undefined);
            setSaid(t`Made: ${made.name}.`);
          }}
        />
      )}
      <Said text={said} />
      {tokens.length === 0 ? (
        <p className="quiet">You have no tokens.</p>
      ) : (
        <ul>
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              busy={revoking === token.id}
              onRevoke={() => void revoke(token).then((isRevoked) => isRevoked && setSaid(t`Revoked: ${token.name}.`))}
            />
          ))}
        </ul>
      )}
      <Disclosure title="New token">
        <NewTokenForm
          member={member}
          onMade={({ token, secret }) => {
            setSaid('');
            add(token);
            setMade({ name: token.name, secret });
          }}
        />
      </Disclosure>
    </div>
  );
}
