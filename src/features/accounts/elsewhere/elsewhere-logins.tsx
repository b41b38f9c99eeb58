import { useState } from 'react';
import { t } from '#contract/texts.ts';
import { useResult } from '#src/actions/use-result.ts';
import { Refusal } from '#src/forms/refusal.tsx';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { isUnderWay } from '#src/lib/result.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { begin, logInElsewhere } from './begin-elsewhere.ts';

interface ElsewhereLoginsProps {
  /** Sites whose accounts log in here; undefined if there are none, or not known yet. */
  providers: readonly { id: string; name: string }[] | undefined;
  /** The path to open after the log-in. */
  returnTo?: string | null;
  /** The token of an invitation. */
  invitation?: string;
}

/** A button for each site whose accounts log in here. */
export function ElsewhereLogins({ providers = [], returnTo, invitation }: ElsewhereLoginsProps) {
  const [pressed, setPressed] = useState('');
  const result = useResult(begin.action);
  const isOffline = useValue(signalAtom) === 'none';
  const busy = isUnderWay(result);
  const leave = (id: string) => {
    setPressed(id);
    void logInElsewhere(id, returnTo ?? undefined, invitation).catch(ignoreApiFailure);
  };
  return (
    <>
      {result.error && <Refusal error={result.error} />}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          look="quiet"
          busy={busy && pressed === id}
          aria-disabled={isOffline || busy || undefined}
          onClick={() => leave(id)}
        >
          {isOffline ? t`Needs a connection` : t`Continue with ${name}`}
        </Button>
      ))}
    </>
  );
}
