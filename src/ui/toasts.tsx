import { useEffect, useRef, useState } from 'react';
import { dropToast, type Toast, toastsAtom } from './toast-store.ts';
import styles from './toasts.module.css';
import { useValue } from './use-value.ts';

const readingTime = 5_000;
const actingTime = 9_000;

function OneToast({ toast }: { toast: Toast }) {
  const [isPaused, setPaused] = useState(false);
  /** The element that had the focus before. */
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dropToast(toast.id), toast.action ? actingTime : readingTime);
    return () => clearTimeout(timer);
  }, [toast, isPaused]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Pointing at a toast only keeps it open; its action is a button.
    <div
      className={styles.toast}
      role={toast.alert ? 'alert' : undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setPaused(true);
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget as HTMLElement | null;
      }}
      onBlur={() => setPaused(false)}
    >
      <span>{toast.text}</span>
      {[toast.other, toast.action].map(
        (action) =>
          action && (
            <button
              key={action.label}
              type="button"
              onClick={({ detail }) => {
                action.run();
                // By keyboard: the focus would be lost with the toast.
                if (!detail) (before.current?.isConnected ? before.current : document.querySelector('main'))?.focus();
                dropToast(toast.id);
              }}
            >
              {action.label}
            </button>
          ),
      )}
    </div>
  );
}

/** Renders the toasts; once per page. Hover and focus keep a toast open. */
export function Toasts() {
  const toasts = useValue(toastsAtom);
  return (
    <div className={styles.toasts} role="status">
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}
