import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A step of a delivery that a server may refuse. */
type Step = 'connect' | 'login' | 'sender' | 'recipient' | 'content';

interface SmtpOptions {
  /** The address to listen on. */
  host?: string;
  /** Whether it offers STARTTLS. Its certificate is nobody's. */
  tls?: boolean;
  /** Returns the reply code and the sentence of a refusal; null to go on. */
  refuse?: (step: Step, address: string) => readonly [code: number, said: string] | null;
}

/** A mail server that stores what it accepts, and whether that came encrypted. */
export async function smtpServer({ host = '127.0.0.1', tls = false, refuse = () => null }: SmtpOptions = {}) {
  const received: { mail: string; to: string[]; secure: boolean }[] = [];
  const step = (name: Step, address: string, callback: (error?: Error | null) => void) => {
    const [responseCode, said] = refuse(name, address) ?? [];
    callback(responseCode ? Object.assign(new Error(said), { responseCode }) : null);
  };
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: tls ? [] : ['STARTTLS'],
    onConnect: (_, callback) => step('connect', '', callback),
    onAuth: ({ username }, _, callback) =>
      step('login', '', (error) => callback(error, error ? undefined : { user: username })),
    onMailFrom: ({ address }, _, callback) => step('sender', address, callback),
    onRcptTo: ({ address }, _, callback) => step('recipient', address, callback),
    onData(stream, { envelope, secure }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        step('content', to.join(), (error) => {
          if (!error) received.push({ mail: Buffer.concat(chunks).toString('latin1'), to, secure });
          callback(error);
        });
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port, url: `smtp://127.0.0.1:${port}`, received, close };
}

/** Somebody between a site and its mail server who removes the offer of STARTTLS and reads along. */
export async function strippingRelay(to: number, host: string) {
  const sockets = new Set<Socket>();
  let read = '';
  const relay = createServer((client) => {
    const server = connect(to, '127.0.0.1');
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [client, server].map((one) => one.destroy()));
    }
    client.on('data', (bytes) => {
      read += bytes.toString('latin1');
      server.write(bytes.toString('latin1').replace(/^STARTTLS\r\n/m, 'XXXXXXXX\r\n'), 'latin1');
    });
    server.on('data', (bytes) => client.write(bytes.toString('latin1').replaceAll('STARTTLS', 'XXXXXXXX'), 'latin1'));
  });
  relay.listen(0, host);
  await once(relay, 'listening');
  return {
    port: (relay.address() as AddressInfo).port,
    /** What the site has sent. */
    read: () => read,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => relay.close(() => resolve()));
    },
  };
}
