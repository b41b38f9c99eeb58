import { once } from 'node:events';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { join, relative, sep } from 'node:path';
import { createServer, type Plugin, type ProxyOptions } from 'vite';
import { ConfigError, readConfig } from '#api/platform/settings/config.ts';
import { removeWorker } from './dev/remove-worker.ts';
import { serverPaths } from './dev/server-paths.ts';
import { ServerProcess } from './dev/server-process.ts';

const root = join(import.meta.dirname, '../..');
const loopback = '127.0.0.1';

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function readSettings() {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

async function findFreePort(): Promise<number> {
  const socket = createSocket().listen(0, loopback);
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, 'close');
  return port;
}

const { host, port, dataDir } = readSettings();
const apiPort = await findFreePort();
let hasStarted = false;
const server = new ServerProcess(() => {
  if (hasStarted) process.stderr.write('The server has stopped. It starts again when a file in api/ changes.\n');
});

/** Whether the server has to restart for a changed file. */
function isServerCode(file: string): boolean {
  const [folder, ...path] = relative(root, file).split(sep);
  return folder === 'api' && /\.(?:ts|json)$/.test(file) && !path.includes('tests');
}

const apiServer: Plugin = {
  name: 'api-server',
  configureServer: ({ watcher }) => {
    watcher.on('all', (_, file) => isServerCode(file) && server.restart());
  },
  closeServer: async ({ reason }) => {
    if (reason === 'close') await server.stop();
  },
};

/** Holds a request while the server restarts. */
const toServer: ProxyOptions = {
  target: `http://${loopback}:${apiPort}`,
  bypass: async ({ url }, response) => {
    if (!response || (await server.isRunning())) return;
    response
      .writeHead(503, { 'Content-Type': 'text/plain' })
      .end('The server has stopped. See the terminal for the reason.\n');
    return url;
  },
};

const notWatched = [dataDir, join(root, 'dist')];
const vite = await createServer({
  root,
  // The server writes to the same terminal.
  clearScreen: false,
  plugins: [apiServer, removeWorker],
  server: {
    host,
    port,
    strictPort: true,
    // Vite would serve all of the repository, with the keys and the database in the data folder.
    fs: { allow: ['index.html', 'package.json', 'src', 'api/contract', 'node_modules'] },
    watch: { ignored: (file: string) => notWatched.some((folder) => file === folder || file.startsWith(folder + sep)) },
    proxy: Object.fromEntries(serverPaths.map((path) => [path, toServer])),
  },
});

async function exit(code: number): Promise<void> {
  await vite.close();
  process.exit(code);
}
// Vite itself does this on SIGTERM.
process.once('SIGINT', () => void exit(0));

await vite.listen().catch(({ message }: Error) => {
  // Vite's error has no code.
  if (!message.includes('already in use')) fail(message);
  fail(`${host}:${port} is in use. Stop the other program or set PORT to another number.`);
});
const address = vite.httpServer?.address() as AddressInfo;
server.start({
  ...process.env,
  HOST: loopback,
  PORT: String(apiPort),
  PUBLIC_ORIGIN: `http://localhost:${address.port}`,
});
hasStarted = await server.isRunning();
if (!hasStarted) await exit(1);
