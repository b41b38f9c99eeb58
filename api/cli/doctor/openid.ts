import * as client from 'openid-client';
import { discover } from '#api/features/accounts/accounts.openid.client.ts';
import type { OpenIdProvider } from '#api/platform/settings/openid-setting.ts';
import { apiBase } from '#contract/endpoint.ts';
import { type Check, type Finding, fault, messageOf, ok, warning } from './finding.ts';

/** Asks each provider for its metadata, and tries the client's secret with a made-up code. */
export const openId: Check = {
  name: 'Accounts elsewhere',
  run: ({ config: { openIdProviders, publicOrigin } }) =>
    Promise.all(
      openIdProviders.map((one) => findingOf(one, `${publicOrigin}${apiBase}/account/openid/${one.id}/callback`)),
    ),
};

async function findingOf(provider: OpenIdProvider, callback: string): Promise<Finding> {
  const { name, issuer } = provider;
  try {
    const config = await discover(provider);
    const code = { code: 'made-up-by-the-doctor', redirect_uri: callback, code_verifier: client.randomState() };
    const refusal = await client.genericGrantRequest(config, 'authorization_code', code).catch((cause) => cause);
    const isRefused =
      refusal instanceof client.WWWAuthenticateChallengeError ||
      (refusal instanceof client.ResponseBodyError && /^(?:invalid|unauthorized)_client$/.test(refusal.error));
    if (isRefused)
      return fault(`${name} refuses our client.`, 'Correct clientId and clientSecret in OPENID_PROVIDERS.');
    if (!(refusal instanceof client.ResponseBodyError)) {
      const found = `${name} answers, but not to our client: ${messageOf(refusal)}.`;
      return warning(found, `See the log of ${issuer}.`);
    }
    return ok(`${name} answers, and knows our client. It must allow the redirect to ${callback}.`);
  } catch (error) {
    const reason = messageOf(error instanceof Error ? (error.cause ?? error) : error);
    const isWrong = error instanceof client.ClientError && !/^OAUTH_(?:TIMEOUT|ABORT)$/.test(error.code ?? '');
    const found = isWrong
      ? `${issuer} is no issuer of OpenID Connect: ${messageOf(error)}.`
      : `${name} at ${issuer} does not answer: ${reason}. Nobody can log in with an account there.`;
    const fix = isWrong
      ? `Write the issuer in OPENID_PROVIDERS as ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration names it.`
      : 'Start it, correct its issuer in OPENID_PROVIDERS, or let the firewall pass it.';
    return fault(found, fix);
  }
}
