import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PublicTransport } from '#api/platform/addresses/public-transport.ts';
import type { PushDevice } from '#contract/push.ts';

type Answer = { status: number; headers?: Record<string, string> };
type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };

const hmac = (key: Buffer, ...parts: (Buffer | string)[]): Buffer => {
  const code = createHmac('sha256', key);
  for (const part of parts) code.update(part);
  return code.digest();
};

/** A browser's side of Web Push, written from RFC 8291, 8188 and 8292 and independent of the server's code. */
export class PushReceiver {
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor() {
    this.#keys.generateKeys();
  }

  /** The subscription that the browser sends to the site. */
  device(endpoint: string, timeZone = 'Etc/UTC'): PushDevice {
    const p256dh = this.#keys.getPublicKey('base64url');
    return { endpoint, p256dh, auth: this.#auth.toString('base64url'), timeZone };
  }

  /** Decrypts a body (RFC 8188 with the keys of RFC 8291, 3.4). @throws if it is not for this receiver */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const record = body.subarray(21 + keyLength);
    if (record.length > body.readUInt32BE(16)) throw new Error('More than one record.');
    const pseudoRandom = hmac(this.#auth, this.#keys.computeSecret(sender));
    const input = hmac(pseudoRandom, 'WebPush: info\0', this.#keys.getPublicKey(), sender, '\u0001');
    const prk = hmac(salt, input);
    const key = hmac(prk, 'Content-Encoding: aes128gcm\0', '\u0001').subarray(0, 16);
    const nonce = hmac(prk, 'Content-Encoding: nonce\0', '\u0001').subarray(0, 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.findLastIndex((byte) => byte !== 0);
    if (padded[end] !== 2) throw new Error('It is not the last record.');
    return padded.subarray(0, end).toString('utf8');
  }
}

/** Returns the claims of a VAPID header. @throws if the signature is wrong */
export function vapidClaims(header = ''): { aud: string; exp: number; sub: string; key: string } {
  const [, text = '', signature = '', key = ''] = /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSound = verify(
    'sha256',
    Buffer.from(text),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSound) throw new Error('The signature is wrong.');
  return { ...JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()), key };
}

/** A push service on this machine. It gets what would go to any https address. */
export class PushServer {
  readonly received: Received[] = [];
  /** Answers of the next requests; afterwards 201. */
  answers: Answer[] = [];
  /** Hosts that answer only then. */
  readonly held = new Map<string, Promise<void>>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((asked, answer) => {
      const parts: Buffer[] = [];
      asked.on('data', (part: Buffer) => parts.push(part));
      asked.on('end', async () => {
        this.received.push({ path: asked.url ?? '', headers: asked.headers, body: Buffer.concat(parts) });
        await this.held.get(asked.headers.host ?? '');
        const { status, headers = {} } = this.answers.shift() ?? { status: 201 };
        answer.writeHead(status, headers).end();
      });
    });
  }

  static async open(): Promise<PushServer> {
    const opened = new PushServer();
    await new Promise<void>((resolve) => opened.#server.listen(0, '127.0.0.1', resolve));
    return opened;
  }

  get transport(): PublicTransport {
    const { port } = this.#server.address() as AddressInfo;
    return new PublicTransport({
      isAllowed: () => true,
      request: ((endpoint: string, options: object) => {
        const { pathname, host } = new URL(endpoint);
        const headers = { ...(options as { headers: object }).headers, Host: host };
        return request(`http://127.0.0.1:${port}${pathname}`, { ...options, headers, agent: undefined });
      }) as never,
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
