import type { Plugin } from 'vite';

const worker = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', async () => {
  await registration.unregister();
  for (const client of await clients.matchAll({ type: 'window' })) client.navigate(client.url);
});
`;

/**
 * Removes the service worker that a built site has registered at the same address: it would go on to show the built
 * page.
 */
export const removeWorker: Plugin = {
  name: 'remove-worker',
  configureServer: ({ middlewares }) => {
    middlewares.use('/worker.js', (_, response) => {
      response.setHeader('Content-Type', 'text/javascript').end(worker);
    });
  },
};
