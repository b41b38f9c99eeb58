import { isIPv6 } from 'node:net';
import type { Context } from 'hono';

const mappedDotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const mappedHex = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i;

/** An IPv4 address as itself, also where it is written as an IPv6 one; any other without its zone. */
function plainAddress(address: string): string {
  const [, high, low] = mappedHex.exec(address) ?? [];
  if (!high || !low) return mappedDotted.exec(address)?.[1] ?? address.replace(/%.*$/, '');
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}

/** What one household or office shares: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function networkOfAddress(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [before = '', after] = plain.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = (after ?? '').split(':').filter(Boolean);
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** The network that a request comes from. */
export const networkOf = (c: Context): string => networkOfAddress(c.get('client'));
