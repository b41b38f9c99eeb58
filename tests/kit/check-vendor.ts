import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type VendorReply = { success: boolean; 'error-codes'?: string[] };

/** Fake vendor that verifies tokens. Each is valid once, except those in `answers`. */
export class CheckVendor {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #used = new Set<string>();
  /** Received requests, oldest first. */
  readonly asked: Record<string, string>[] = [];
  /** Replies by token: a decision, other text, or null for no reply at all. */
  readonly answers = new Map<string, VendorReply | string | null>();

  static async start(): Promise<CheckVendor> {
    const vendor = new CheckVendor();
    await once(vendor.#server.listen(0, '127.0.0.1'), 'listening');
    return vendor;
  }

  /** URL of its verification endpoint. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/siteverify`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const said = Object.fromEntries(new URLSearchParams(await text(request)));
    this.asked.push(said);
    const { response: token = '' } = said;
    const word = this.answers.get(token);
    if (word === null) return;
    const again: VendorReply = { success: false, 'error-codes': ['timeout-or-duplicate'] };
    const reply = word ?? (this.#used.has(token) ? again : { success: true });
    this.#used.add(token);
    response.setHeader('content-type', 'application/json');
    response.end(typeof reply === 'string' ? reply : JSON.stringify(reply));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
