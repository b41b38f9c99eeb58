import { type ReactElement, Suspense, useState } from 'react';
import { Button } from './button.tsx';

interface LateButtonProps {
  /** The button's props. */
  buttonProps: Parameters<typeof Button>[0];
  opens: 'menu' | 'dialog';
  /** Loads the code of the panel. */
  load: () => Promise<unknown>;
  /** Renders the panel around its button. */
  panel: (trigger: ReactElement) => ReactElement;
}

/** A button that opens something whose code is prefetched on hover or focus. */
export function LateButton({ buttonProps, opens, load, panel }: LateButtonProps) {
  const [used, setUsed] = useState(false);
  const fetchEarly = () => {
    // A failed prefetch is retried when it is opened.
    load().catch(() => undefined);
  };
  const closed = (
    <Button
      {...buttonProps}
      aria-haspopup={opens}
      aria-expanded={false}
      onPointerEnter={fetchEarly}
      onFocus={fetchEarly}
      onClick={() => setUsed(true)}
    />
  );
  return used ? <Suspense fallback={closed}>{panel(<Button {...buttonProps} />)}</Suspense> : closed;
}
