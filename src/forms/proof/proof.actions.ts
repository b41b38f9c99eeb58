import type { Id } from '#contract/ids.ts';
import { beginPasskeyProof } from '#contract/passkeys.ts';
import { type Proof, proveIdentity, sendProofCode } from '#contract/proof.ts';
import { runAction } from '#src/actions/run-action.ts';
import { loadWebAuthn } from '../passkeys/passkey-support.ts';

/** Proves that the member sits at this device. @throws ApiFailure */
export async function prove(as: Id, proof: Proof): Promise<void> {
  await runAction(proveIdentity, { as, body: proof });
}

/** Proves it by a passkey. @throws ApiFailure */
export async function proveByPasskey(as: Id): Promise<void> {
  await runAction(proveIdentity.action, async (call) => {
    const { askForPasskey } = await loadWebAuthn();
    const credential = await askForPasskey(await call(beginPasskeyProof, { as }));
    await call(proveIdentity, { as, body: { way: 'passkey', credential } });
  });
}

/** Has a code mailed to the member. @throws ApiFailure */
export async function mailCode(as: Id): Promise<void> {
  await runAction(sendProofCode, { as });
}
