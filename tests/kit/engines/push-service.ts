import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** Appended to a client's key (RFC 6455, 1.3). */
const websocketId = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const textFrame = 0x81;

type Confirmed = { version: string; code: number };
type Asked = { messageType: string; channelID?: string; uaid?: string; code?: number; updates?: Confirmed[] };

/** Encodes a text frame of a server (RFC 6455, 5.2). */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text);
  if (body.length < 126) return Buffer.concat([Buffer.from([textFrame, body.length]), body]);
  const head = Buffer.from([textFrame, 126, 0, 0]);
  head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}

/** Takes the first frame of a client off some bytes; undefined while it is not whole. */
function takeFrame(bytes: Buffer): { text: string | null; rest: Buffer } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const start = short === 126 ? 4 : 2;
  if (bytes.length < start + 4) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short;
  const body = bytes.subarray(start + 4, start + 4 + length);
  if (body.length < length) return undefined;
  const mask = bytes.subarray(start, start + 4);
  const isText = bytes.readUInt8(0) === textFrame;
  const text = isText ? Buffer.from(body.map((byte, at) => byte ^ (mask[at % 4] ?? 0))).toString() : null;
  return { text, rest: bytes.subarray(start + 4 + length) };
}

/** A push service on this machine for Firefox: what its own service, autopush, answers over a WebSocket. */
export class PushService {
  readonly #server = createServer();
  #browser: Duplex | null = null;
  /** How the browser received each message, by its number: 100 for "delivered to the worker". */
  readonly confirmed = new Map<string, number>();
  /** Failures that the browser has reported, such as an error in the worker. */
  readonly failures: number[] = [];

  static async open(): Promise<PushService> {
    const service = new PushService();
    service.#server.on('upgrade', ({ headers }, socket: Duplex) => service.#accept(socket, headers));
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  /** Preferences that lead Firefox here, and allow notifications. */
  get settings(): Record<string, string | number | boolean> {
    return {
      // A machine without a desktop has no other way to show them.
      'alerts.useSystemBackend': false,
      'dom.push.connection.enabled': true,
      'dom.push.serverURL': `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`,
      'dom.push.testing.allowInsecureServerURL': true,
      'permissions.default.desktop-notification': 1,
    };
  }

  #accept(socket: Duplex, headers: NodeJS.Dict<string | string[]>): void {
    const key = createHash('sha1').update(`${headers['sec-websocket-key']}${websocketId}`).digest('base64');
    const protocol = headers['sec-websocket-protocol'];
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    lines.push(`Sec-WebSocket-Accept: ${key}`, ...(protocol ? [`Sec-WebSocket-Protocol: ${protocol}`] : []), '', '');
    socket.write(lines.join('\r\n'));
    this.#browser = socket;
    let bytes: Buffer = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (part: Buffer) => {
      bytes = Buffer.concat([bytes, part]);
      for (let next = takeFrame(bytes); next; next = takeFrame(bytes)) {
        bytes = next.rest;
        if (next.text) this.#answer(JSON.parse(next.text));
      }
    });
  }

  #send(message: object): void {
    if (!this.#browser) throw new Error('No browser is connected.');
    this.#browser.write(frameOf(JSON.stringify(message)));
  }

  #answer({ messageType, channelID, uaid, code = 0, updates = [] }: Asked): void {
    if (messageType === 'hello') {
      this.#send({ messageType, status: 200, uaid: uaid || randomUUID().replaceAll('-', ''), use_webpush: true });
    } else if (messageType === 'register') {
      this.#send({ messageType, status: 200, channelID, pushEndpoint: `https://push.example.org/${channelID}` });
    } else if (messageType === 'unregister') this.#send({ messageType, status: 200, channelID });
    else if (messageType === 'ack') for (const { version, code } of updates) this.confirmed.set(version, code);
    else if (messageType === 'nack') this.failures.push(code);
  }

  /** Delivers an encrypted payload (RFC 8291) to a subscription. Returns the message's number. */
  deliver(endpoint: string, body: Buffer): string {
    const version = randomUUID();
    this.#send({
      messageType: 'notification',
      channelID: endpoint.split('/').at(-1),
      version,
      ttl: 60,
      data: body.toString('base64url'),
      headers: { encoding: 'aes128gcm' },
    });
    return version;
  }

  async close(): Promise<void> {
    this.#browser?.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
