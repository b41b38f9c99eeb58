import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { X } from '#src/ui/icons.js';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import type { Elements } from './elements.ts';
import { useAnchoredPosition } from './use-anchored-position.ts';

interface DialogProps {
  title: string;
  /** Requires an answer: a press outside does not close it, Escape does. */
  alert?: boolean;
  /** On a phone it opens from the bottom edge at full width, and its content scrolls above its actions. */
  sheet?: boolean;
  /** It hangs from this element from 768 pixels up, and opens from the bottom edge on a phone. */
  anchor?: Element | null;
  actions: Elements;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog, open while it is rendered. The focus starts on its text, so that Enter chooses nothing. The browser
 * traps the focus and returns it.
 */
export function Dialog({ title, alert, sheet, anchor, actions, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // A layout effect is cleaned up while the dialog is still in the document, so that closing it can return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    heading.current?.focus();
    return () => dialog?.close();
  }, []);
  useAnchoredPosition(ref, anchor);
  return (
    <dialog
      ref={ref}
      className={classNames(styles.dialog, (sheet || anchor) && styles.sheet, anchor && styles.anchored)}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (alert || event.target !== ref.current) return;
        const box = ref.current.getBoundingClientRect();
        const inside =
          event.clientX >= box.left &&
          event.clientX <= box.right &&
          event.clientY >= box.top &&
          event.clientY <= box.bottom;
        if (!inside) onClose();
      }}
    >
      <h2 ref={heading} tabIndex={-1} className={`heading ${styles.title}`} id={id}>
        {title}
      </h2>
      {sheet && (
        <Button look="plain" icon className={styles.close} aria-label="Close" onClick={onClose}>
          <X className="icon" aria-hidden="true" />
        </Button>
      )}
      <div className={styles.content}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </dialog>
  );
}
