import { classNames } from './class-names.ts';
import styles from './count.module.css';
import { useWriting } from './display-preferences.ts';
import { figure } from './format.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

interface CountProps {
  count: number;
  look?: 'failed' | 'waiting';
  /** The name of the counted thing, if the text beside it does not say so. */
  name?: string;
}

/** A number on yellow, on red if the member must act, or with a dashed edge if it is only on this device; nothing at zero. */
export function Count({ count, look, name }: CountProps) {
  const writing = useWriting();
  if (count === 0) return null;
  return (
    <span className={classNames(styles.count, look && styles[look])}>
      <span>{figure(count, writing)}</span>
      {name && <VisuallyHidden>{` ${name}`}</VisuallyHidden>}
    </span>
  );
}
