import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { Metrics } from '../telemetry/metrics.ts';
import { notFoundAnswer } from './kit.ts';

const path = '/metrics';
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Serves metrics to a scraper that brings the token, if there is one. Nobody else learns that there are any.
 * @param metrics null if this port serves none
 */
export function metricsRoutes(metrics: Pick<Metrics, 'text' | 'contentType'> | null, token: string | undefined): Hono {
  const wanted = token === undefined ? null : digestOf(`Bearer ${token}`);
  return new Hono().all(path, async (c) => {
    const isAllowed = wanted === null || timingSafeEqual(digestOf(c.req.header('authorization') ?? ''), wanted);
    if (!metrics || !isAllowed || c.req.method !== 'GET') return notFoundAnswer(c);
    return c.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' });
  });
}
