import { useState } from 'react';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { Eye, EyeOff } from '#src/ui/icons.js';
import { InputGroup } from '#src/ui/input-group.tsx';

const shows = {
  only: t`Show password`,
  current: t`Show current password`,
  new: t`Show new password`,
} as const;
const hides = {
  only: t`Hide password`,
  current: t`Hide current password`,
  new: t`Hide new password`,
} as const;

interface PasswordInputProps {
  name?: string;
  /** Distinguishes the label of the show button when there are several passwords. */
  which?: keyof typeof shows;
  autoComplete: 'current-password' | 'new-password';
}

/** Password field that can show its text. */
export function PasswordInput({ name = 'password', which = 'only', autoComplete }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  const toggle = (
    <button
      type="button"
      className={`${styles.reveal} needs-script`}
      aria-label={(shown ? hides : shows)[which]}
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
