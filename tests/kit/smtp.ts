import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface SmtpOptions {
  /** The address to listen on. */
  host?: string;
  /** Whether it offers STARTTLS. Its certificate is nobody's. */
  tls?: boolean;
  /** Whether it accepts nothing for now. */
  refuse?: () => boolean;
}

/** A mail server that stores what it accepts, and whether that came encrypted. */
export async function smtpServer({ host = '127.0.0.1', tls = false, refuse = () => false }: SmtpOptions = {}) {
  const received: { mail: string; to: string[]; secure: boolean }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _, done) => done(null, { user: username }),
    disabledCommands: tls ? [] : ['STARTTLS'],
    onData(stream, { envelope, secure }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const mail = Buffer.concat(chunks).toString('latin1');
        if (!refuse()) received.push({ mail, to: envelope.rcptTo.map(({ address }) => address), secure });
        callback(refuse() ? new Error('Try later') : null);
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
