import { authCheckCookie } from '#contract/session-calls.ts';

type StoredCookie = { value: string; ends: number };

/** Cookies of one browser, which expire by the faked clock. */
export class Jar {
  readonly #cookies = new Map<string, StoredCookie>();

  get(name: string): string | undefined {
    const stored = this.#cookies.get(name);
    return stored && stored.ends > Date.now() ? stored.value : undefined;
  }

  /** Value of the `Cookie` header. */
  header(): string {
    const names = [...this.#cookies.keys()].filter((name) => this.get(name) !== undefined);
    return names.map((name) => `${name}=${this.get(name)}`).join('; ');
  }

  /** Cookies that page scripts can read. */
  readable(): string {
    const value = this.get(authCheckCookie);
    return value === undefined ? '' : `${authCheckCookie}=${value}`;
  }

  /** Sets a cookie from a `Set-Cookie` header or an assignment to `document.cookie`. */
  set(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const seconds = Number(/max-age=(\d+)/i.exec(line)?.[1] ?? Number.POSITIVE_INFINITY);
    this.#cookies.set(name, { value: decodeURIComponent(value), ends: Date.now() + seconds * 1000 });
  }

  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) this.set(line);
  }
}
