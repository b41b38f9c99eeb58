import { type FormEvent, useEffect, useId, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { CodeProof, codeMinutes, PasswordProof, type ProofWay, proveIdentity, sendProofCode } from '#contract/proof.ts';
import { t } from '#contract/texts.ts';
import { forgetResult } from '#src/actions/run-action.ts';
import { useResult } from '#src/actions/use-result.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { usePasskeySupport } from '#src/forms/passkeys/passkey-support.ts';
import { PasswordInput } from '#src/forms/password-input.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { isUnderWay, sentencesOf } from '#src/lib/result.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { Note } from '#src/ui/note.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { mailCode, prove, proveByPasskey } from './proof.actions.ts';

interface ProofDialogProps {
  as: Id;
  /** Of these the member chooses one. */
  ways: readonly ProofWay[];
  /** Called with whether it is proved. */
  onEnd: (proved: boolean) => void;
}

interface ProofFormProps {
  as: Id;
  formId: string;
  onProved: () => void;
}

/** The sentences of a refusal of the whole form. */
function Refused({ sentences }: { sentences: readonly string[] }) {
  return (
    sentences.length > 0 && (
      <Note state="failed" role="alert">
        {sentences[0]}
      </Note>
    )
  );
}

function PasswordForm({ as, formId, onProved }: ProofFormProps) {
  const collect = (fields: FormData) => ({ way: 'password' as const, password: String(fields.get('password')) });
  const { form, validation, error } = useForm(
    proveIdentity.action,
    PasswordProof,
    collect,
    async (proof) => {
      await prove(as, proof);
      onProved();
    },
    'password',
  );
  return (
    <form id={formId} {...form} className={styles.form}>
      <Refused sentences={error ? [error.message] : []} />
      <Field label="Password" errors={validation.password}>
        <PasswordInput autoComplete="current-password" />
      </Field>
    </form>
  );
}

function CodeForm({ as, formId, onProved }: ProofFormProps) {
  const collect = (fields: FormData) => ({ way: 'code' as const, code: String(fields.get('code')) });
  const { form, validation, error } = useForm(
    proveIdentity.action,
    CodeProof,
    collect,
    async (proof) => {
      await prove(as, proof);
      onProved();
    },
    'code',
  );
  return (
    <form id={formId} {...form} className={styles.form}>
      <Refused sentences={error ? [error.message] : []} />
      <Field label="Code" hint={t`We mailed it to you. It works for ${codeMinutes} minutes.`} errors={validation.code}>
        <TextInput name="code" inputMode="numeric" autoComplete="one-time-code" dir="ltr" required />
      </Field>
    </form>
  );
}

/** Asks for a passkey, at the press of a button: some browsers want one. */
function PasskeyForm({ as, formId, onProved }: ProofFormProps) {
  const result = useResult(proveIdentity.action);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (!isUnderWay(result)) void proveByPasskey(as).then(onProved, ignoreApiFailure);
  };
  return (
    <form id={formId} onSubmit={ask} className={styles.form}>
      <Refused sentences={sentencesOf(result)} />
    </form>
  );
}

/** Asks the member to prove that it is them, by a passkey, the password or a code from a mail. */
export function ProofDialog({ as, ways: known, onEnd }: ProofDialogProps) {
  const formId = useId();
  const canUsePasskey = usePasskeySupport();
  const ways = known.filter((way) => way !== 'passkey' || canUsePasskey);
  const [way, setWay] = useState<ProofWay | null>(ways.find((one) => one !== 'code') ?? null);
  const proving = isUnderWay(useResult(proveIdentity.action));
  const mailed = useResult(sendProofCode.action);
  const mailing = isUnderWay(mailed);
  const choose = (next: ProofWay) => {
    forgetResult(proveIdentity.action);
    setWay(next);
  };
  const mail = () => void mailCode(as).then(() => choose('code'), ignoreApiFailure);
  useEffect(() => {
    const leave = () => onEnd(false);
    addEventListener('popstate', leave);
    return () => {
      removeEventListener('popstate', leave);
      forgetResult(proveIdentity.action);
      forgetResult(sendProofCode.action);
    };
  }, [onEnd]);
  const proved = () => onEnd(true);
  const actions = (
    <>
      <Button look="plain" onClick={() => onEnd(false)}>
        Cancel
      </Button>
      {way !== 'passkey' && ways.includes('passkey') && (
        <Button look="quiet" onClick={() => choose('passkey')}>
          Use a passkey
        </Button>
      )}
      {way !== 'password' && ways.includes('password') && (
        <Button look="quiet" onClick={() => choose('password')}>
          Use the password
        </Button>
      )}
      {ways.includes('code') && (
        <Button look={way ? 'quiet' : 'action'} busy={mailing} onClick={mail}>
          {way === 'code' ? t`Send another code` : t`Mail me a code`}
        </Button>
      )}
      {way && (
        <Button type="submit" form={formId} busy={proving}>
          {way === 'passkey' ? t`Use a passkey` : t`Confirm`}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={t`Is it you?`} alert actions={actions} onClose={() => onEnd(false)}>
      <p>Before this changes your account, we make sure that nobody else uses your device.</p>
      <NeedsConnection>Confirming needs a connection.</NeedsConnection>
      <Refused sentences={sentencesOf(mailed)} />
      {ways.length === 0 && <Refused sentences={[t`This needs a passkey, which this browser can't use.`]} />}
      {way === 'passkey' && <PasskeyForm as={as} formId={formId} onProved={proved} />}
      {way === 'password' && <PasswordForm as={as} formId={formId} onProved={proved} />}
      {way === 'code' && <CodeForm as={as} formId={formId} onProved={proved} />}
    </Dialog>
  );
}
