import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { BlockList } from 'node:net';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { photoLimits } from '#contract/photos.ts';
import { Problem } from '#contract/problems.ts';
import { isTrusted } from '../addresses/proxies.ts';
import { refuseUntil } from '../limits.ts';
import { peerOf } from './client-address.ts';
import type { Visitor } from './kit.ts';

export const seenRequestPath = '/healthz/request';
/** Milliseconds by which the clocks of two machines may differ. */
const maxAgeMs = 3_600_000;
const minuteMs = 60_000;

/** Uploads that a process reads in a minute: each doctor sends one. */
const maxUploadsAMinute = 10;

/** A request as the site received it through its proxies. */
export const SeenRequest = v.object({
  version: v.string(),
  /** The address that the site takes for the visitor's. */
  client: v.string(),
  /** The address that opened the connection. */
  peer: v.string(),
  isPeerTrusted: v.boolean(),
  forwardedFor: v.nullable(v.string()),
  forwardedProto: v.nullable(v.string()),
  /** The size of the body. */
  bytes: v.number(),
});
export type SeenRequest = v.InferOutput<typeof SeenRequest>;

const codeOf = (key: string, time: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', 'doctor-v1', 32)))
    .update(time)
    .digest();

/** The `Authorization` of somebody who knows the site's keys. */
export const keyHolder = (key: string, now: Date): string =>
  `Doctor ${now.getTime()}.${codeOf(key, String(now.getTime())).toString('base64url')}`;

function isKeyHolder(header: string | undefined, keys: readonly string[], now: Date): boolean {
  const [, time = '', code = ''] = /^Doctor (\d{1,15})\.([\w-]{43})$/.exec(header ?? '') ?? [];
  if (!time || Math.abs(now.getTime() - Number(time)) > maxAgeMs) return false;
  const given = Buffer.from(code, 'base64url');
  return keys.some((key) => timingSafeEqual(codeOf(key, time), given));
}

type Deps = { keys: readonly string[]; trusted: BlockList; version: string; now?: () => Date };

/** Tells `npm run doctor` what arrives of its own request. For everybody else there is no such page. */
export function seenRequestRoutes({ keys, trusted, version, now = () => new Date() }: Deps) {
  const keyHolders: MiddlewareHandler = async (c, next) => {
    if (!isKeyHolder(c.req.header('authorization'), keys, now())) throw new Problem('not_found');
    await next();
  };
  let uploads: number[] = [];
  const paced: MiddlewareHandler = async (_, next) => {
    const time = now().getTime();
    uploads = uploads.filter((earlier) => time - earlier < minuteMs);
    const [first = time] = uploads;
    if (uploads.length >= maxUploadsAMinute) refuseUntil(Math.ceil((first + minuteMs - time) / 1000));
    uploads.push(time);
    await next();
  };
  const tell = async (c: Context<Visitor>) => {
    let bytes = 0;
    for await (const chunk of c.req.raw.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > photoLimits.bytes) throw new Problem('too_large');
    }
    const peer = peerOf(c.env);
    const seen: SeenRequest = {
      version,
      client: c.get('client'),
      peer,
      isPeerTrusted: isTrusted(peer, trusted),
      forwardedFor: c.req.header('x-forwarded-for') ?? null,
      forwardedProto: c.req.header('x-forwarded-proto') ?? null,
      bytes,
    };
    return c.json(seen, 200, { 'Cache-Control': 'no-store' });
  };
  return new Hono<Visitor>().get(seenRequestPath, keyHolders, tell).put(seenRequestPath, keyHolders, paced, tell);
}
