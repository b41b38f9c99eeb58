import { useState } from 'react';
import styles from '#src/forms/form.module.css';
import { Eye, EyeOff } from '#src/ui/icons.js';
import { InputGroup } from '#src/ui/input-group.tsx';

interface PasswordInputProps {
  name?: string;
  /** Distinguishes the label of the show button when there are several passwords. */
  called?: string;
  autoComplete: 'current-password' | 'new-password';
}

/** Password field that can show its text. */
export function PasswordInput({ name = 'password', called = 'password', autoComplete }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  const toggle = (
    <button
      type="button"
      className={`${styles.reveal} needs-script`}
      aria-label={`${shown ? 'Hide' : 'Show'} ${called}`}
      onClick={() => setShown(!shown)}
    >
      <Icon className="icon" aria-hidden="true" />
    </button>
  );
  return (
    <InputGroup
      type={shown ? 'text' : 'password'}
      name={name}
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      end={toggle}
    />
  );
}
