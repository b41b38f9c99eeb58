import { Fragment } from 'react';
import { LinkButton } from '#src/ui/link-button.tsx';
import type { Need } from './filled.ts';

interface StillNeededProps {
  id: string;
  needed: readonly Need[];
  /** Shown when nothing is missing. */
  ready: string;
  /** Called with the name of the control to go to. */
  onShow: (name: string) => void;
}

/** What is missing to publish; each leads to its field. */
export function StillNeeded({ id, needed, ready, onShow }: StillNeededProps) {
  if (needed.length === 0) {
    return (
      <p id={id} className="small">
        {ready}
      </p>
    );
  }
  const between = (at: number) => (at === needed.length - 1 ? '.' : at === needed.length - 2 ? ' and ' : ', ');
  return (
    <p id={id} className="small">
      Still needed:{' '}
      {needed.map(({ words, control }, at) => (
        <Fragment key={words}>
          <LinkButton onClick={() => onShow(control)}>{words}</LinkButton>
          {between(at)}
        </Fragment>
      ))}
    </p>
  );
}
