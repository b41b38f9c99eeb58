import { callOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import type { beginLinking, beginOpenId } from '#contract/openid.ts';
import { runAction } from '#src/actions/run-action.ts';

export const begin = callOf<typeof beginOpenId>('POST', '/account/openid/:provider', 'BeginOpenId');
export const linking = callOf<typeof beginLinking>('POST', '/user/linked-accounts/:provider', 'BeginLinking');

/**
 * Leaves for another site, to log in with an account there.
 * @param returnTo the path to open after the log-in
 * @param invitation the token of an invitation to our site
 * @throws ApiFailure
 */
export async function logInElsewhere(provider: string, returnTo?: string, invitation?: string): Promise<void> {
  const body = { ...(returnTo && { returnTo }), ...(invitation && { invitation }) };
  const { url } = await runAction(begin, { params: { provider }, body });
  location.assign(url);
}

/** Leaves for another site, to link an account there. @throws ApiFailure */
export async function linkElsewhere(as: Id, provider: string): Promise<void> {
  const { url } = await runAction(linking, { as, params: { provider } });
  location.assign(url);
}
