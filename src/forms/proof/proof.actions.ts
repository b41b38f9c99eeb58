import type { Id } from '#contract/ids.ts';
import { type Proof, proveIdentity, sendProofCode } from '#contract/proof.ts';
import { runAction } from '#src/actions/run-action.ts';

/** Proves that the member sits at this device. @throws ApiFailure */
export async function prove(as: Id, proof: Proof): Promise<void> {
  await runAction(proveIdentity, { as, body: proof });
}

/** Has a code mailed to the member. @throws ApiFailure */
export async function mailCode(as: Id): Promise<void> {
  await runAction(sendProofCode, { as });
}
