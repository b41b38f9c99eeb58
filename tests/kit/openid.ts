import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { freePort } from './ports.ts';

/** Claims of an account at the provider; the key is its subject. */
export type ElsewhereAccount = { email?: string; email_verified?: boolean; preferred_username?: string };

const clientId = 'headbadge';
const clientSecret = 'a secret of the tests only';

const issuerAt = (port: number) => `http://127.0.0.1:${port}`;

/** A provider on this port in `OPENID_PROVIDERS`. */
export const providerSetting = (port: number) => ({
  id: 'club',
  name: 'Our club',
  issuer: issuerAt(port),
  clientId,
  clientSecret,
});

/** A real OpenID Connect provider on this machine. Whoever comes is `subject`, and agrees. */
export class TestProvider {
  readonly issuer: string;
  readonly accounts = new Map<string, ElsewhereAccount>();
  /** Who is logged in there; null presses Cancel. */
  subject: string | null = null;
  readonly #port: number;
  readonly #provider: Provider;
  #server: Server | null = null;

  private constructor(port: number, origin: string) {
    this.#port = port;
    this.issuer = issuerAt(port);
    this.#provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${origin}/api/v1/account/openid/club/callback`],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      cookies: { keys: ['of the tests'] },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: async () => ({ sub: accountId, ...this.accounts.get(accountId) }),
      }),
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    });
  }

  /** @param origin of our site */
  static async start(origin: string, port?: number): Promise<TestProvider> {
    const provider = new TestProvider(port ?? (await freePort()), origin);
    await provider.open();
    return provider;
  }

  get setting() {
    return providerSetting(this.#port);
  }

  async open(): Promise<void> {
    const answer = this.#provider.callback();
    this.#server = createServer((request, response) => {
      if (request.url?.startsWith('/interaction/')) void this.#agree(request, response);
      else answer(request, response);
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Stops answering. */
  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  /** Answers each question of the provider as the person who is there would. */
  async #agree(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params } = await this.#provider.interactionDetails(request, response);
    if (this.subject === null) {
      const result = { error: 'access_denied', error_description: 'Cancelled.' };
      return this.#provider.interactionFinished(request, response, result);
    }
    if (prompt.name === 'login') {
      const result = { login: { accountId: this.subject, remember: false } };
      return this.#provider.interactionFinished(request, response, result);
    }
    const grant = new this.#provider.Grant({ accountId: this.subject, clientId });
    grant.addOIDCScope(String(params.scope));
    const result = { consent: { grantId: await grant.save() } };
    return this.#provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  }

  /** Goes through the provider's pages from an address, as a browser does. @returns the address that it sends back to */
  async visit(address: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let url = new URL(address);
    while (url.origin === this.issuer) {
      const headers = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
      const response = await fetch(url, { headers, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (!location) throw new Error(`${url} answers ${response.status}: ${(await response.text()).slice(0, 2000)}`);
      url = new URL(location, url);
    }
    return url;
  }
}
