import { Hono } from 'hono';
import { bodyOf, describe, type Guards, type SignedIn } from '#api/platform/http/kit.ts';
import { ok } from '#contract/envelope.ts';
import { proveIdentity, sendProofCode } from '#contract/proof.ts';
import type { ProofService } from './accounts.proof.ts';
import type { SignIns } from './accounts.sign-in.routes.ts';

interface Deps {
  proofs: ProofService;
  signIns: SignIns;
}

const hour = 3600;

/** Routes by which a member proves that it is them. */
export const proofRoutes = ({ proofs, signIns }: Deps, { signedIn, limit }: Guards) => {
  const proving = limit({ name: 'proof', points: 60, seconds: hour, by: 'user' });
  const mailing = limit({ name: 'proof-code', points: 6, seconds: hour, by: 'user' });
  return new Hono<SignedIn>()
    .post(
      proveIdentity.path,
      describe(proveIdentity, 'Prove that it is you'),
      signedIn,
      proving,
      bodyOf(proveIdentity),
      async (c) => {
        await proofs.prove(c.req.valid('json'), c.var.user.id, c.var.session, signIns.visitOf(c));
        return c.json(ok(null));
      },
    )
    .post(sendProofCode.path, describe(sendProofCode, 'Send a code by mail'), signedIn, mailing, async (c) => {
      await proofs.sendCode(c.var.user.id, c.var.session);
      return c.json(ok(null));
    });
};
