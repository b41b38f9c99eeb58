import { isIPv4, isIPv6 } from 'node:net';
import type { Context } from 'hono';

const mappedDotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const mappedHex = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i;

/** Normalizes an address: IPv4-mapped IPv6 becomes IPv4, any other IPv6 address loses its zone. */
export function plainAddress(address: string): string {
  const [, high, low] = mappedHex.exec(address) ?? [];
  if (!high || !low) return mappedDotted.exec(address)?.[1] ?? address.replace(/%.*$/, '');
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}

/** The networks of one sender, narrowest first. */
export type Networks = readonly [string, ...string[]];

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = (after ?? '').split(':').filter(Boolean);
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail];
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

/**
 * Returns the networks that one household or office shares: an IPv4 address; for IPv6 the /64 and the /48, which is
 * what one customer may be given (RFC 6177).
 */
export function networksOfAddress(address: string): Networks {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return [plain];
  const groups = groupsOf(plain);
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`];
}

/** Returns the networks of a request's sender. */
export const networksOf = (c: Context): Networks => networksOfAddress(c.get('client'));

/**
 * Returns the network whose senders count as one person where much depends on it: the /24 of an IPv4 address, or the
 * /48.
 */
export function widestNetworkOf(c: Context): string {
  const networks = networksOf(c);
  const widest = networks.at(-1) ?? '';
  return networks.length > 1 ? widest : widest.replace(/\.\d+$/, '.0/24');
}

/**
 * Returns a network for display, without the part that names a household: `203.0.113.x` for an IPv4 address,
 * `2001:db8:1:x` for the /48 of an IPv6 one. Empty for anything else.
 */
export function roughNetworkOf(networks: Networks): string {
  const widest = networks.at(-1) ?? '';
  if (widest.endsWith('::/48')) return widest.replace('::/48', ':x');
  return isIPv4(widest) ? widest.replace(/\d+$/, 'x') : '';
}
