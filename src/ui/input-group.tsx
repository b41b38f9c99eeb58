import type { ComponentProps, ReactNode } from 'react';
import styles from './input.module.css';
import { TextInput } from './text-input.tsx';

interface InputGroupProps extends ComponentProps<'input'> {
  /** The content at the end: a unit such as `kg`, or a small button. */
  end: ReactNode;
}

/** A text input with a unit or a button at its end. */
export function InputGroup({ end, ...props }: InputGroupProps) {
  return (
    <div className={styles.group}>
      <TextInput {...props} />
      <span>{end}</span>
    </div>
  );
}
