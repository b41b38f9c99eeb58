import { authCheckCookie } from '#contract/auth.ts';

type Kept = { value: string; ends: number };

/** The cookies of one browser, which end by the faked clock. */
export class Jar {
  readonly #kept = new Map<string, Kept>();

  get(name: string): string | undefined {
    const kept = this.#kept.get(name);
    return kept && kept.ends > Date.now() ? kept.value : undefined;
  }

  /** What a request carries. */
  header(): string {
    const names = [...this.#kept.keys()].filter((name) => this.get(name) !== undefined);
    return names.map((name) => `${name}=${this.get(name)}`).join('; ');
  }

  /** What a page's scripts see of it. */
  readable(): string {
    const value = this.get(authCheckCookie);
    return value === undefined ? '' : `${authCheckCookie}=${value}`;
  }

  /** Sets a cookie by a line of `Set-Cookie` or of `document.cookie`. */
  set(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const seconds = Number(/max-age=(\d+)/i.exec(line)?.[1] ?? Number.POSITIVE_INFINITY);
    this.#kept.set(name, { value: decodeURIComponent(value), ends: Date.now() + seconds * 1000 });
  }

  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) this.set(line);
  }
}
