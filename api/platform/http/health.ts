import { Hono } from 'hono';

type Needs = {
  version: string;
  /** Whether what the site stands on answers. */
  ready(): Promise<boolean>;
};

/** What watches the site asks: whether the process lives, and whether it can serve. */
export const healthRoutes = ({ version, ready }: Needs) =>
  new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok', version }))
    .get('/readyz', async (c) => {
      const fine = await ready();
      return c.json({ status: fine ? 'ok' : 'unavailable' }, fine ? 200 : 503);
    });
