import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { InputGroup } from '#src/ui/input-group.tsx';
import styles from './account-form.module.css';

/** A password that can be looked at while it is typed. */
export function PasswordInput({ autoComplete }: { autoComplete: 'current-password' | 'new-password' }) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  const toggle = (
    <button
      type="button"
      className={`${styles.reveal} needs-script`}
      aria-label={shown ? 'Hide password' : 'Show password'}
      onClick={() => setShown(!shown)}
    >
      <Icon className="icon" aria-hidden="true" />
    </button>
  );
  return (
    <InputGroup
      type={shown ? 'text' : 'password'}
      name="password"
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      end={toggle}
    />
  );
}
