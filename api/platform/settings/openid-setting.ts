import * as v from 'valibot';
import { parseUrl } from '#contract/parse-url.ts';

/** A provider of accounts by OpenID Connect. */
export type OpenIdProvider = {
  /** Part of the address that the provider sends browsers back to. */
  id: string;
  /** What members read. */
  name: string;
  issuer: string;
  clientId: string;
  /** Returns the client's secret. A function, so that no log or dump contains it. */
  revealSecret(): string;
};

const example =
  '[{"id":"club","name":"Our club","issuer":"https://id.club.example","clientId":"…","clientSecret":"…"}]';

const isLoopbackUrl = (url: URL): boolean =>
  url.protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);

/** Whether it is an issuer (OpenID Connect Discovery, 2): https, or http on this machine. */
function isIssuer(text: string): boolean {
  const url = parseUrl(text);
  if (!url || url.search || url.hash || url.username || url.password) return false;
  return url.protocol === 'https:' || isLoopbackUrl(url);
}

const text = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max));
const sentences = {
  id: 'an id of small letters, digits and -',
  name: 'a name of 1 to 40 characters',
  issuer: 'an issuer that begins with https://',
  clientId: 'a clientId',
  clientSecret: 'a clientSecret',
} as const;
const Provider = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z\d-]{1,40}$/)),
  name: text(40),
  issuer: v.pipe(v.string(), v.check(isIssuer)),
  clientId: text(500),
  clientSecret: text(1000),
});

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** @returns the providers, or a sentence about the first fault, without what is secret */
function readProviders(json: string): OpenIdProvider[] | string {
  const list = parsed(json);
  if (!Array.isArray(list)) return `OPENID_PROVIDERS must be a list in JSON, such as ${example}.`;
  const providers: OpenIdProvider[] = [];
  for (const [at, one] of list.entries()) {
    const { success, output, issues } = v.safeParse(Provider, one);
    const field = issues?.[0].path?.[0]?.key as keyof typeof sentences | undefined;
    if (!success) return `OPENID_PROVIDERS: number ${at + 1} needs ${field ? sentences[field] : 'to be an object'}.`;
    const { clientSecret, ...provider } = output;
    providers.push({ ...provider, revealSecret: () => clientSecret });
  }
  for (const field of ['id', 'name', 'issuer'] as const) {
    const values = new Set(providers.map((one) => one[field]));
    if (values.size < providers.length) return `OPENID_PROVIDERS: two have the same ${field}.`;
  }
  return providers;
}

export const openIdSettings = {
  OPENID_PROVIDERS: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform<string, OpenIdProvider[]>(({ dataset, addIssue, NEVER }) => {
        const read = readProviders(dataset.value);
        if (typeof read !== 'string') return read;
        addIssue({ message: read });
        return NEVER;
      }),
      v.description(`sites whose accounts log in here, by OpenID Connect, see "Accounts elsewhere": \`${example}\``),
    ),
  ),
};
