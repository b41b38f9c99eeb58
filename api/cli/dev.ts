import { spawn } from 'node:child_process';
import { createServer } from 'vite';

const port = Number(process.env.PORT ?? 8787);
const apiPort = port + 1;
const target = `http://127.0.0.1:${apiPort}`;

// The API restarts by itself when its code changes; the page is served by Vite, both under one address.
const api = spawn(process.execPath, ['--watch-preserve-output', '--watch', 'api/cli/serve.ts'], {
  stdio: ['inherit', 'ignore', 'inherit'],
  env: { ...process.env, PORT: String(apiPort), PUBLIC_ORIGIN: `http://localhost:${port}` },
});

const vite = await createServer({
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/images', '/mailbox', '/healthz', '/readyz'].map((path) => [path, { target }])),
  },
});
await vite.listen();
process.stdout.write(`Headbadge is running at http://localhost:${port}\n`);

async function stop(): Promise<void> {
  api.kill('SIGTERM');
  await vite.close();
  process.exit();
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
