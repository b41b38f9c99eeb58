import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';
import { parseUrl } from './parse-url.ts';
import { TimeZone } from './time-zone.ts';

/** Whether a push service may have this address: https, a host name with a dot, and the standard port. */
function isPushEndpoint(text: string): boolean {
  const url = parseUrl(text);
  if (url?.protocol !== 'https:' || url.port || url.username || url.password || url.hash) return false;
  // IP addresses end with a number, or with a bracket.
  return /^[^[\]]+\.[a-z][a-z\d-]*[a-z\d]$/.test(url.hostname);
}

const base64url = (bytes: number, message: string) =>
  v.pipe(v.string(message), v.regex(/^[\w-]*$/, message), v.length(Math.ceil((bytes * 4) / 3), message));

/** A browser's push subscription (https://w3c.github.io/push-api/) and the zone of its clock. */
export const PushDevice = v.object({
  endpoint: v.pipe(
    v.string(),
    v.maxLength(1024),
    v.check(isPushEndpoint, t`Send the address of a push service: https, with a host name.`),
  ),
  /** The public key to encrypt for: an uncompressed point on P-256. */
  p256dh: base64url(65, t`Send the key of the subscription.`),
  /** The authentication secret to encrypt with. */
  auth: base64url(16, t`Send the secret of the subscription.`),
  /** For quiet hours. */
  timeZone: TimeZone,
});
export type PushDevice = v.InferOutput<typeof PushDevice>;

const PushState = v.object({
  /** The server's public key, for `applicationServerKey` (RFC 8292). */
  key: v.string(),
  /** Where this session gets its pushes; null if it gets none. */
  endpoint: v.nullable(v.string()),
});
export type PushState = v.InferOutput<typeof PushState>;

/** Content of a push. It only says whose news there are; the worker polls for what they are. */
export type PushMessage = { member: string };

export const getPush = endpoint('GET', '/user/push', { reply: PushState, private: true });
/** Sends pushes to this session's device. Idempotent; replaces the session's former subscription. */
export const putPush = endpoint('PUT', '/user/push', { body: PushDevice, reply: PushState, private: true });
/** Ends the pushes to this session's device. */
export const deletePush = endpoint('DELETE', '/user/push', { reply: v.null(), private: true });
