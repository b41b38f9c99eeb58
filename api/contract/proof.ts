import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { Password } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { Assertion } from './passkeys.ts';
import { defineProblems } from './problems.ts';

const proofProblems = defineProblems({
  /** `details.ways`: the {@link ProofWay}s that the member can use for this call; `details.userId`: the member. */
  'proof.needed': { status: 403, remedy: 'later', message: t`Confirm that it's you first.` },
  'proof.code': { status: 410, message: t`This code is no longer valid. Ask for a new one.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    proof: typeof proofProblems;
  }
}

/** Ways to prove who sits at a signed-in device. `code` is mailed to the account's address. */
export const proofWays = ['passkey', 'password', 'code'] as const;
export type ProofWay = (typeof proofWays)[number];

/** Minutes for which a proof, or the log-in itself, is good for changes of the account. */
export const proofMinutes = 15;
/** The proofs that count for moderators: somebody else may know their password, but hardly has their mailbox or passkey. */
export const strongProofWays: readonly ProofWay[] = ['passkey', 'code'];
/** Hours for which such a proof is good. */
export const strongProofHours = 12;
/** Digits of a mailed code. */
export const codeLength = 8;
/** Minutes for which a mailed code is good. */
export const codeMinutes = 10;

const codeMessage = t`Enter the code of ${codeLength} digits.`;
export const PasswordProof = v.object({ way: v.literal('password'), password: Password });
export const CodeProof = v.object({
  way: v.literal('code'),
  // Mail programs and people put spaces into long numbers.
  code: v.pipe(
    v.string(codeMessage),
    v.maxLength(50, codeMessage),
    v.transform((typed) => typed.replaceAll(/[\s-]/g, '')),
    v.regex(/^\d{8}$/, codeMessage),
  ),
});
const PasskeyProof = v.object({ way: v.literal('passkey'), credential: Assertion });
export const Proof = v.variant('way', [PasskeyProof, PasswordProof, CodeProof]);
export type Proof = v.InferOutput<typeof Proof>;

/** Proves that the member sits at this device. Its session then may change the account for {@link proofMinutes}. */
export const proveIdentity = endpoint('POST', '/user/proof', {
  action: 'ProveIdentity',
  body: Proof,
  reply: v.null(),
  private: true,
});
/** Mails a code to the member; one that was mailed before to this session is void. */
export const sendProofCode = endpoint('POST', '/user/proof/code', { reply: v.null(), private: true });
