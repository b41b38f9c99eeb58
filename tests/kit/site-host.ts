import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';

/** Starts a site with these settings, or without them stops the site at a port. */
export type HostRequest = { port: number; env?: Record<string, string> };
export type HostReply = { port: number; mailbox?: string; error?: string };

const entry = join(import.meta.dirname, 'site-host.child.ts');

/** Environment for the processes of a site: without what the test runner sets. */
export function siteEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, VITEST: __, NODE_ENV: ___, ...env } = process.env;
  return env;
}

/**
 * A process that runs many sites, and ends with this one. Each start of a process loads the server's code and compiles
 * the page for its first render, which takes more processor time than most tests.
 */
class SiteHost {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (reply: HostReply) => void>();
  readonly #logs = new Map<number, (text: string) => void>();

  constructor() {
    const child = fork(entry, { env: siteEnvironment(), execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#child = child;
    process.once('exit', () => child.kill('SIGKILL'));
    child.on('message', (reply: HostReply) => this.#waiting.get(reply.port)?.(reply));
    child.once('exit', (code) => {
      for (const [port, resolve] of this.#waiting)
        resolve({ port, error: `The process of the sites ended (${code}).` });
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      for (const log of this.#logs.values()) log(String(chunk));
    });
    // It alone does not keep the tests running.
    child.unref();
    child.channel?.unref();
    (child.stderr as Socket | null)?.unref();
  }

  async #ask(request: HostRequest): Promise<string> {
    const { port } = request;
    this.#child.channel?.ref();
    const reply = await new Promise<HostReply>((resolve) => {
      this.#waiting.set(port, resolve);
      this.#child.send(request);
    });
    this.#waiting.delete(port);
    if (this.#waiting.size === 0) this.#child.channel?.unref();
    if (reply.error) throw new Error(reply.error);
    return reply.mailbox ?? '';
  }

  /** @returns the address that opens the mailbox. @param log receives what any site of this process logs meanwhile */
  start(port: number, env: Record<string, string>, log: (text: string) => void): Promise<string> {
    this.#logs.set(port, log);
    return this.#ask({ port, env });
  }

  async stop(port: number): Promise<void> {
    await this.#ask({ port });
    this.#logs.delete(port);
  }
}

let host: SiteHost | undefined;

/** The process of this worker's sites. */
export function siteHost(): SiteHost {
  host ??= new SiteHost();
  return host;
}
