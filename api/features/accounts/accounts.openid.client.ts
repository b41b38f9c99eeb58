import * as openid from 'openid-client';
import * as v from 'valibot';
import type { Now } from '#api/platform/clock.ts';
import type { Log } from '#api/platform/logs.ts';
import type { OpenIdProvider } from '#api/platform/settings/openid-setting.ts';
import { TtlValue } from '#api/platform/ttl-value.ts';
import { Email } from '#contract/accounts.ts';
import { apiBase } from '#contract/endpoint.ts';
import type { OpenIdFailure } from '#contract/openid.ts';

const timeoutSeconds = 5;
const discoveryMaxAgeMs = 600_000;
/** For so long a provider that did not answer is not asked again. */
const pauseMs = 15_000;

/** An account at a provider: the issuer and the subject name it (OpenID Connect Core, 5.7). */
export type Identity = { issuer: string; subject: string; provider: string; name: string };
/** An account at a provider, with what a new member may take from there. */
export type Claims = Identity & { names: string[]; verifiedEmail: string | null };

/** What has to come back with a browser. */
export type Secrets = { state: string; nonce: string; verifier: string };

/** A provider is not reached, or refused; the message is for operators. */
export class OpenIdFailed extends Error {
  readonly why: OpenIdFailure;

  constructor(why: OpenIdFailure, cause: unknown) {
    super(reasonOf(cause), { cause });
    this.why = why;
  }
}

/** The codes and messages of an error and its causes, without bodies or parameters. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { message, cause } = error;
  const said = error instanceof openid.ResponseBodyError ? `${error.error} ${error.error_description ?? ''}` : message;
  const next = cause instanceof Error ? reasonOf(cause) : '';
  return [said.trim(), next].filter(Boolean).join(': ');
}

/** Whether there was no answer, or one of a server that is down. */
function isUnreached(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof openid.ClientError && /^OAUTH_(?:TIMEOUT|ABORT)$/.test(error.code ?? '')) return true;
  if (error.cause instanceof Response) return error.cause.status >= 500;
  return error instanceof TypeError && error.message === 'fetch failed';
}

const asFailure = (error: unknown): OpenIdFailed => {
  if (error instanceof openid.AuthorizationResponseError)
    return new OpenIdFailed(error.error === 'access_denied' ? 'cancelled' : 'failed', error);
  return new OpenIdFailed(isUnreached(error) ? 'unreached' : 'failed', error);
};

/** The issuer as it is stored, so that a slash in the setting makes no difference. */
const issuerKey = (issuer: string): string => new URL(issuer).href;

/**
 * Asks a provider's server for its metadata.
 * @throws what openid-client throws
 */
export async function discover({ issuer, clientId, revealSecret }: OpenIdProvider): Promise<openid.Configuration> {
  const clientSecret = revealSecret();
  const options = {
    timeout: timeoutSeconds,
    // Settings allow http on this machine only.
    ...(issuer.startsWith('http:') && { execute: [openid.allowInsecureRequests] }),
  };
  const found = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
  const server = found.serverMetadata();
  // The default of the standard, unless the provider says that it cannot.
  const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  if (!ways.includes('client_secret_basic')) return found;
  const config = new openid.Configuration(server, clientId, clientSecret, openid.ClientSecretBasic(clientSecret));
  config.timeout = timeoutSeconds;
  for (const extend of options.execute ?? []) extend(config);
  return config;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 254) : '');

/** Reads the claims of an ID token and of the provider's answer about the user (OpenID Connect Core, 5.1). */
function claimsOf({ issuer, name: provider }: OpenIdProvider, claims: openid.UserInfoResponse): Claims {
  const { sub, email, email_verified, preferred_username, nickname, given_name, name } = claims;
  const address = v.safeParse(Email, email);
  const verifiedEmail = email_verified === true && address.success ? address.output : null;
  const names = [preferred_username, nickname, given_name, name].map(text).filter(Boolean);
  return {
    issuer: issuerKey(issuer),
    subject: sub,
    provider,
    name: text(preferred_username) || text(email) || text(name),
    names: [...names, ...(verifiedEmail ? [verifiedEmail.replace(/@.*/, '')] : [])],
    verifiedEmail,
  };
}

interface Deps {
  providers: readonly OpenIdProvider[];
  publicOrigin: string;
  log: Log;
  now: Now;
}

/** A provider with its metadata, which is fetched at the first use. */
type Known = { provider: OpenIdProvider; config: TtlValue<openid.Configuration>; closedUntil: number };

/** Talks with OpenID Connect providers: authorization code flow with PKCE, state and nonce. */
export class OpenIdClient {
  readonly #known: ReadonlyMap<string, Known>;
  readonly #issuers: ReadonlySet<string>;
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#issuers = new Set(deps.providers.map(({ issuer }) => issuerKey(issuer)));
    this.#known = new Map(
      deps.providers.map((provider) => {
        const config = new TtlValue(() => discover(provider), { now: deps.now, maxAgeMs: discoveryMaxAgeMs });
        return [provider.id, { provider, config, closedUntil: 0 }];
      }),
    );
  }

  /** The provider's name; undefined if the site does not have it. */
  nameOf(id: string): string | undefined {
    return this.#known.get(id)?.provider.name;
  }

  /** Whether the site still has the provider of an account. */
  isUsable({ issuer }: Pick<Identity, 'issuer'>): boolean {
    return this.#issuers.has(issuer);
  }

  /** @returns the address where the browser logs in, and what must come back with it @throws OpenIdFailed */
  async begin(id: string): Promise<Secrets & { url: string }> {
    const config = await this.#configOf(id);
    const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: this.#callbackOf(id),
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, state, nonce, verifier };
  }

  /**
   * Redeems the code that came back.
   * @param search the query of the address that the browser came back to
   * @throws OpenIdFailed
   */
  async finish(id: string, search: string, { state, nonce, verifier }: Secrets): Promise<Claims> {
    const config = await this.#configOf(id);
    const provider = this.#known.get(id)?.provider as OpenIdProvider;
    try {
      const tokens = await openid.authorizationCodeGrant(config, new URL(this.#callbackOf(id) + search), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() as openid.IDToken;
      const more = await this.#userInfo(config, tokens.access_token, claims);
      return claimsOf(provider, { ...claims, ...more });
    } catch (error) {
      throw this.#logged(id, asFailure(error));
    }
  }

  /** Asks for the address and the names if the ID token lacks them. Without an answer the log-in goes on. */
  async #userInfo(config: openid.Configuration, accessToken: string, { sub, email }: openid.IDToken) {
    if (email !== undefined || !config.serverMetadata().userinfo_endpoint) return {};
    return openid.fetchUserInfo(config, accessToken, sub).catch(() => ({}));
  }

  #callbackOf(id: string): string {
    return `${this.#deps.publicOrigin}${apiBase}/account/openid/${id}/callback`;
  }

  async #configOf(id: string): Promise<openid.Configuration> {
    const known = this.#known.get(id);
    if (!known) throw new OpenIdFailed('failed', new Error('The site does not have this provider.'));
    const now = this.#deps.now().getTime();
    if (now < known.closedUntil) throw new OpenIdFailed('unreached', new Error('It did not answer a moment ago.'));
    try {
      return await known.config.get();
    } catch (error) {
      known.closedUntil = now + pauseMs;
      throw this.#logged(id, new OpenIdFailed('unreached', error));
    }
  }

  #logged(provider: string, failure: OpenIdFailed): OpenIdFailed {
    const { why, message: reason } = failure;
    if (why !== 'cancelled') this.#deps.log.warn({ event: 'openid.failed', provider, why, reason }, 'OpenID failed');
    return failure;
  }
}
