import { serveParent } from '#api/platform/child-entry.ts';

serveParent(
  async () => process.pid,
  () => 'failed',
);
