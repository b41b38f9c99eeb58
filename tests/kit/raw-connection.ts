import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

type Asked = { resolve: (status: number) => void; reject: (error: Error) => void };

/**
 * A keep-alive connection for one request after another, like a load generator in C. A client on the server's own
 * machine must use less CPU than the server, and `node:http` takes a quarter.
 */
export class Line {
  readonly #socket: Socket;
  readonly #host: string;
  #asked: Asked | null = null;
  #head: Buffer | null = null;
  #left = 0;
  #status = 0;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    const fail = (error = new Error('The site has hung up.')) => this.#asked?.reject(error);
    socket.on('error', fail).on('close', () => fail());
  }

  static async open(origin: string): Promise<Line> {
    const { hostname, port, host } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new Line(socket, host);
  }

  /**
   * Sends one request and waits for the whole response, whose body is dropped.
   * @returns its status
   * @throws Error when the response has no Content-Length
   */
  ask(method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<number> {
    const lines = [`${method} ${path} HTTP/1.1`, `Host: ${this.#host}`];
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    if (body || method !== 'GET') lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
      this.#socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    });
  }

  close(): void {
    this.#asked = null;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#left > 0) this.#left -= chunk.length;
    else if (!this.#begin(this.#head ? Buffer.concat([this.#head, chunk]) : chunk)) return;
    if (this.#left > 0) return;
    const asked = this.#asked;
    this.#asked = null;
    asked?.resolve(this.#status);
  }

  /** Reads the head of a response. @returns whether it is complete */
  #begin(bytes: Buffer): boolean {
    const end = bytes.indexOf('\r\n\r\n');
    this.#head = end < 0 ? bytes : null;
    if (end < 0) return false;
    const head = bytes.toString('latin1', 0, end);
    this.#status = Number(head.slice(9, 12));
    const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
    const isEmpty = this.#status === 204 || this.#status === 304;
    if (length === undefined && !isEmpty) this.#asked?.reject(new Error(`No length in: ${head}`));
    this.#left = Number(length ?? 0) - (bytes.length - end - 4);
    return true;
  }
}
