import { createRoot } from 'react-dom/client';
import type { Id } from '#contract/ids.ts';
import type { ProofWay } from '#contract/proof.ts';
import { ProofDialog } from './proof-dialog.tsx';

/**
 * Shows a dialog that asks the member to prove that it is them. It is a tree of its own: no page has to leave room for
 * it, and it stays open when the page behind it changes.
 * @param ways of which the member chooses one
 * @returns whether they did
 */
export async function askForProof(as: Id, ways: readonly ProofWay[]): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const proved = await new Promise<boolean>((resolve) => {
    root.render(<ProofDialog as={as} ways={ways} onEnd={resolve} />);
  });
  root.unmount();
  place.remove();
  return proved;
}
