import type { Id } from '#contract/ids.ts';
import type { ProofWay } from '#contract/proof.ts';
import { ApiFailure } from '#src/lib/failure.ts';

/**
 * Does something for which the server may want a proof that the member sits here: asks for it, and does it again.
 * @throws ApiFailure, that of the server's refusal if the member proves nothing
 */
export async function withProof<T>(as: Id, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof ApiFailure) || cause.code !== 'proof.needed') throw cause;
    const { askForProof } = await import('./ask-for-proof.tsx');
    if (!(await askForProof(as, cause.details.ways as ProofWay[]))) throw cause;
    return work();
  }
}
