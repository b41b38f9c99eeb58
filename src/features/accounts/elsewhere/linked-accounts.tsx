import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Id } from '#contract/ids.ts';
import { linkAccount } from '#contract/openid.ts';
import { linkedAccountsPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { useResult } from '#src/actions/use-result.ts';
import forms from '#src/forms/form.module.css';
import { Refusal } from '#src/forms/refusal.tsx';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { isUnderWay } from '#src/lib/result.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { Note } from '#src/ui/note.tsx';
import { Said } from '#src/ui/said.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { linkElsewhere, linking } from './begin-elsewhere.ts';
import { elsewhereFailure } from './elsewhere-failures.ts';
import { LinkedAccountRow } from './linked-account-row.tsx';
import { linkOwnAccount } from './linked-accounts.actions.ts';
import type { OwnLinkedAccounts } from './use-linked-accounts.ts';

interface LinkedAccountsProps extends OwnLinkedAccounts {
  as: Id;
  /** Sites whose accounts log in here. */
  providers: readonly { id: string; name: string }[];
}

/** Links the account with which the browser came back from another site. */
function useComingBack(as: Id, onLinked: (provider: string) => void): void {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const flow = query.get('flow');
  const begun = useRef('');
  const link = useRef(async (flow: string) => {
    const { provider } = await linkOwnAccount(as, flow);
    onLinked(provider);
  });
  useEffect(() => {
    if (!flow || begun.current === flow) return;
    begun.current = flow;
    void link
      .current(flow)
      .catch(ignoreApiFailure)
      .finally(() => void navigate(linkedAccountsPage(), { replace: true }));
  }, [flow, navigate]);
}

/** The member's accounts on other sites, with buttons to link and unlink them. */
export function LinkedAccounts({ as, providers, linked, error, refreshing, refresh }: LinkedAccountsProps) {
  const [said, setSaid] = useState('');
  const [pressed, setPressed] = useState('');
  const [query] = useSearchParams();
  const isOffline = useValue(signalAtom) === 'none';
  const begun = useResult(linking.action);
  const finished = useResult(linkAccount.action);
  const changed = async (sentence: string) => {
    setSaid('');
    await refresh();
    setSaid(sentence);
  };
  useComingBack(as, (provider) => void changed(t`Linked: ${provider}.`));
  if (isOffline) return <Note role="status">You see your linked accounts here when there is signal.</Note>;
  if (!linked) {
    if (error) return <FailureNote error={error} busy={refreshing} again={() => void refresh()} />;
    return (
      <p role="status">
        <TrailMark state="sending">Loading your linked accounts</TrailMark>
      </p>
    );
  }
  const failure = elsewhereFailure(query.get('elsewhere'));
  const refusal = begun.error ?? finished.error;
  const leave = (id: string) => {
    setPressed(id);
    void linkElsewhere(as, id).catch(ignoreApiFailure);
  };
  return (
    <div className={forms.form}>
      <p>An account that you have on one of these sites can log you in here, without the password.</p>
      {refusal ? <Refusal error={refusal} /> : failure && <Note state="failed">{failure}</Note>}
      <div>
        <Said text={said} />
        {linked.accounts.length > 0 ? (
          <ul>
            {linked.accounts.map((account) => (
              <LinkedAccountRow
                key={account.id}
                as={as}
                account={account}
                onUnlinked={() => void changed(t`Unlinked: ${account.provider}.`)}
              />
            ))}
          </ul>
        ) : (
          <p className="quiet">You have linked no account yet.</p>
        )}
      </div>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          look="quiet"
          className={forms.compact}
          busy={(isUnderWay(begun) && pressed === id) || isUnderWay(finished)}
          onClick={() => leave(id)}
        >
          {t`Link ${name}`}
        </Button>
      ))}
    </div>
  );
}
