import { BlockList, isIP } from 'node:net';

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
const wholeAddress = { ipv4: 32, ipv6: 128 };

function add(list: BlockList, entry: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  if (!isIP(address)) return false;
  const kind = family(address);
  const length = bits === undefined ? wholeAddress[kind] : Number(bits);
  // A prefix of length 0 would trust everybody: each visitor could name an address of their own.
  if (length < 1 || length > wholeAddress[kind]) return false;
  list.addSubnet(address, length, kind);
  return true;
}

/** Parses addresses and networks (`10.0.0.0/8`) separated by commas; null if one is invalid. */
export function readProxies(text: string): BlockList | null {
  const list = new BlockList();
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every((entry) => add(list, entry)) ? list : null;
}

/** Parses the address of an entry, also of `192.0.2.1:5123` or `[2001:db8::1]:5123`; null if it has none. */
function addressIn(entry: string): string | null {
  const text = entry.trim();
  const address = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  return isIP(address) ? address : null;
}

/** Whether an address is one of the trusted proxies. */
export const isTrusted = (address: string, trusted: BlockList): boolean =>
  isIP(address) > 0 && trusted.check(address, family(address));

/**
 * Returns the address of a request's sender: the peer, or the address that a trusted proxy names. Each trusted proxy
 * vouches for the rightmost entry, which it added, and for nothing further left.
 * @param peer the address that opened the connection
 * @param forwarded the X-Forwarded-For header
 */
export function clientOf(peer: string, forwarded: string | undefined, trusted: BlockList): string {
  let client = peer;
  const hops = forwarded?.split(',') ?? [];
  while (hops.length > 0 && isTrusted(client, trusted)) {
    const named = addressIn(hops.pop() ?? '');
    // Anybody could have written the entries left of an invalid one.
    if (!named) return client;
    client = named;
  }
  return client;
}
