import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { type LinkedAccount, unlinkAccount } from '#contract/openid.ts';
import { t } from '#contract/texts.ts';
import { forgetResult } from '#src/actions/run-action.ts';
import { useResult } from '#src/actions/use-result.ts';
import { Refusal } from '#src/forms/refusal.tsx';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { isUnderWay } from '#src/lib/result.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import styles from '#src/ui/entry-rows.module.css';
import { unlinkOwnAccount } from './linked-accounts.actions.ts';

interface LinkedAccountRowProps {
  as: Id;
  account: LinkedAccount;
  onUnlinked: () => void;
}

/** An account elsewhere that logs the member in. */
export function LinkedAccountRow({ as, account, onUnlinked }: LinkedAccountRowProps) {
  const { id, provider, name, linkedAt, lastUsedAt, isUsable } = account;
  const [isAsking, setAsking] = useState(false);
  const result = useResult(unlinkAccount.action);
  const ask = () => {
    forgetResult(unlinkAccount.action);
    setAsking(true);
  };
  const unlink = () => void unlinkOwnAccount(as, id).then(onUnlinked, ignoreApiFailure);
  const actions = (
    <>
      <Button look="quiet" onClick={() => setAsking(false)}>
        Back
      </Button>
      <Button look="danger" busy={isUnderWay(result)} onClick={unlink}>
        Unlink
      </Button>
    </>
  );
  return (
    <li className={styles.row}>
      <div className={styles.body}>
        <h3>
          <bdi>{provider}</bdi>
        </h3>
        {name && (
          <p className="small">
            <bdi>{name}</bdi>
          </p>
        )}
        <p className="quiet small">
          {lastUsedAt ? (
            <span>
              Last used <Ago time={lastUsedAt} inside />. Linked <Ago time={linkedAt} inside />.
            </span>
          ) : (
            <span>
              Linked <Ago time={linkedAt} inside />. Not used since.
            </span>
          )}
        </p>
        {!isUsable && <p className="quiet small">This site no longer accepts accounts from there.</p>}
      </div>
      <div className={styles.actions}>
        <Button look="quiet" small aria-label={t`Unlink ${provider}`} onClick={ask}>
          Unlink
        </Button>
      </div>
      {isAsking && (
        <Dialog title={t`Unlink ${provider}?`} alert actions={actions} onClose={() => setAsking(false)}>
          <p>Your account there stays, but it can’t log you in here any more.</p>
          {result.error && <Refusal error={result.error} />}
        </Dialog>
      )}
    </li>
  );
}
