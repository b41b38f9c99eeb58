import { createHmac, randomBytes } from 'node:crypto';

/** Begins each secret (https://www.standardwebhooks.com). */
const prefix = 'whsec_';

export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

type Signed = { id: string; at: Date; body: string };

/** The headers by which a receiver knows that a message is from this site, and how old it is (Standard Webhooks 1.0.0). */
export function signedHeaders(secret: string, { id, at, body }: Signed): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}
