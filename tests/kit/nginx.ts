import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { until } from './until.ts';

const deploy = join(import.meta.dirname, '../../api/deploy');

/** Returns the program's path; null if it is not installed. */
export const pathOf = (name: string): string | null =>
  ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/bin'].map((folder) => join(folder, name)).find(existsSync) ?? null;

export const nginx = pathOf('nginx');

/** The sample with this machine's ports and certificate in place of the real ones. @throws Error if a text is missing */
export async function sample(name: string, changes: [string, string][]): Promise<string> {
  let config = await readFile(join(deploy, name), 'utf8');
  for (const [from, to] of changes) {
    if (!config.includes(from)) throw new Error(`${name} has no "${from}".`);
    config = config.replaceAll(from, to);
  }
  return config;
}

/** Starts a program and waits until it listens on the port. */
export async function startListening(
  program: string,
  options: string[],
  { port, home }: { port: number; home: string },
): Promise<ChildProcess> {
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: home } });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  await until(async () => {
    if (child.exitCode !== null) throw new Error(said);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });
  return child;
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

type Options = {
  /** Folder for its files. */
  folder: string;
  port: number;
  /** Ports of the site's processes. */
  sites: number[];
  /** Without a certificate it speaks HTTP/1.1 without TLS. */
  certificate?: { certificate: string; key: string };
};

/** nginx with the sample configuration. */
export class Nginx {
  readonly #options: Options;
  readonly #file: string;
  #child: ChildProcess | undefined;

  private constructor(options: Options) {
    this.#options = options;
    this.#file = join(options.folder, 'nginx.conf');
  }

  static async start(options: Options): Promise<Nginx> {
    const server = new Nginx(options);
    await server.#write(options.sites);
    const { folder, port } = options;
    const command = ['-p', folder, '-c', server.#file, '-g', 'daemon off;'];
    server.#child = await startListening(nginx ?? '', command, { port, home: folder });
    return server;
  }

  /** Passes new connections on to other processes, as a reload does. */
  async reload(sites: number[]): Promise<void> {
    await this.#write(sites);
    this.#child?.kill('SIGHUP');
  }

  async #write(sites: number[]): Promise<void> {
    const { folder, port, certificate } = this.#options;
    const tls = '    listen 443 ssl http2;\n    listen [::]:443 ssl http2;';
    const servers = sites.map((site) => `server 127.0.0.1:${site} fail_timeout=2s;`).join('\n    ');
    const here = (host: string): [string, string][] => [
      [tls, `    listen 127.0.0.1:${port}${certificate ? ' ssl http2' : ''};`],
      [`/etc/letsencrypt/live/${host}/fullchain.pem`, certificate?.certificate ?? ''],
      [`/etc/letsencrypt/live/${host}/privkey.pem`, certificate?.key ?? ''],
    ];
    const current = await sample('nginx.conf', [
      ['server 127.0.0.1:8787 fail_timeout=2s;', servers],
      ['    listen 80;\n    listen [::]:80;', `    listen 127.0.0.1:${await freePort()};`],
      ...here('bikes.example.org'),
    ]);
    const config = current + (await sample('nginx-old-address.conf', here('old.example.org')));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const paths = `pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};`;
    // Started by root, its workers could not write to this folder.
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const plain = certificate ? config : config.replace(/^ *ssl_.*\n/gm, '');
    await writeFile(
      this.#file,
      `${user} ${paths} events {} http { access_log off; ${temporary.join(' ')}\n${plain}\n}`,
    );
  }

  async stop(): Promise<void> {
    if (this.#child) await ended(this.#child);
  }
}
