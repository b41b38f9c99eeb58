import { useEffect, useRef } from 'react';
import { Copy } from '#src/ui/icons.js';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { Field } from './field.tsx';
import { Note } from './note.tsx';
import { TextInput } from './text-input.tsx';

interface OnceShownProps {
  /** Names the secret. */
  label: string;
  secret: string;
  onDone: () => void;
}

/** A secret that is shown only now. Takes the focus, as the form that made it has been reset. */
export function OnceShown({ label, secret, onDone }: OnceShownProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={ref} className="stack">
      <Note state="notice" role="status">
        Copy it now: it is not shown again. Anybody who has it can use it.
      </Note>
      <Field label={label}>
        <TextInput readOnly dir="ltr" value={secret} onFocus={(event) => event.target.select()} />
      </Field>
      <p className="row">
        <Button look="quiet" onClick={() => void copyText(secret)}>
          <Copy className="icon" aria-hidden="true" />
          Copy
        </Button>
        <Button look="plain" onClick={onDone}>
          I have copied it
        </Button>
      </p>
    </div>
  );
}
