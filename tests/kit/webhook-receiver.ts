import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = { status: number; headers?: Record<string, string> } | 'hangs up';
type Received = { headers: IncomingHttpHeaders; text: string; body: { type: string; timestamp: string; data: object } };

/** A program of an operator that receives webhooks on this machine. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** Answers of the next requests; afterwards 204. */
  answers: Answer[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((asked, answer) => {
      const parts: Buffer[] = [];
      asked.on('data', (part: Buffer) => parts.push(part));
      asked.on('end', () => {
        const text = Buffer.concat(parts).toString();
        this.received.push({ headers: asked.headers, text, body: JSON.parse(text) });
        const next = this.answers.shift() ?? { status: 204 };
        if (next === 'hangs up') asked.socket.destroy();
        else answer.writeHead(next.status, next.headers).end();
      });
    });
  }

  static async open(): Promise<WebhookReceiver> {
    const opened = new WebhookReceiver();
    await new Promise<void>((resolve) => opened.#server.listen(0, '127.0.0.1', resolve));
    return opened;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
