import { createRoot } from 'react-dom/client';
import type { Id } from '#contract/ids.ts';
import type { ProofWay } from '#contract/proof.ts';
import { ProofDialog } from './proof-dialog.tsx';

/**
 * Shows a dialog that asks the member to prove that it is them. It is a tree of its own, so that every page can ask
 * without leaving room for it.
 * @param details of the server's refusal
 * @returns whether they did
 */
export async function askForProof({ ways, userId }: Record<string, unknown>): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const isProved = await new Promise<boolean>((resolve) => {
    root.render(<ProofDialog as={userId as Id} ways={ways as ProofWay[]} onEnd={resolve} />);
  });
  root.unmount();
  place.remove();
  return isProved;
}
