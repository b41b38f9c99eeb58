import { Hono } from 'hono';

type Deps = {
  version: string;
  /** Whether the database answers and there is disk space. */
  ready(): Promise<boolean>;
};

/** Seconds after which a proxy should ask again. */
const retrySeconds = 5;

/** Endpoints for monitoring: liveness and readiness. */
export const healthRoutes = ({ version, ready }: Deps) =>
  new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok', version }))
    .get('/readyz', async (c) => {
      const fine = await ready();
      if (!fine) c.header('Retry-After', String(retrySeconds));
      return c.json({ status: fine ? 'ok' : 'unavailable' }, fine ? 200 : 503);
    });
