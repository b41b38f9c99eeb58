import { parseUrl } from '#contract/parse-url.ts';

/** A search server. The password is a private field, so that no log and no error can print it. */
export class SearchAddress {
  /** The server's origin. */
  readonly origin: string;
  /** Alias of the index; the names of the indexes behind it begin with it. */
  readonly alias: string;
  readonly #authorization: string | undefined;

  constructor(origin: string, alias: string, authorization: string | undefined) {
    this.origin = origin;
    this.alias = alias;
    this.#authorization = authorization;
  }

  /** Headers that authenticate a request. */
  get headers(): Record<string, string> {
    return this.#authorization ? { authorization: this.#authorization } : {};
  }
}

const aliasPath = /^\/([a-z0-9][a-z0-9_-]{0,60})?\/?$/;
const defaultAlias = 'headbadge';

/** Reads `https://USER:PASSWORD@host/prefix`. Returns null for anything else. */
export function readSearchUrl(text: string): SearchAddress | null {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) return null;
  const path = aliasPath.exec(url.pathname);
  if (!path) return null;
  try {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    return new SearchAddress(url.origin, path[1] ?? defaultAlias, user || password ? basic : undefined);
  } catch {
    return null;
  }
}
