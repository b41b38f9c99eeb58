import { type ReactElement, Suspense, useState } from 'react';
import { Button } from './button.tsx';

interface LateButtonProps {
  /** What the button looks like and is called. */
  face: Parameters<typeof Button>[0];
  opens: 'menu' | 'dialog';
  /** Fetches the code of what it opens. */
  load: () => Promise<unknown>;
  /** Draws what it opens, with the button that does so. */
  panel: (trigger: ReactElement) => ReactElement;
}

/** A button that opens something whose code comes with the first pointer or focus that comes near. */
export function LateButton({ face, opens, load, panel }: LateButtonProps) {
  const [used, setUsed] = useState(false);
  const fetchEarly = () => {
    // What cannot be fetched yet is fetched when it is opened.
    load().catch(() => undefined);
  };
  const closed = (
    <Button
      {...face}
      aria-haspopup={opens}
      aria-expanded={false}
      onPointerEnter={fetchEarly}
      onFocus={fetchEarly}
      onClick={() => setUsed(true)}
    />
  );
  return used ? <Suspense fallback={closed}>{panel(<Button {...face} />)}</Suspense> : closed;
}
