import { BlockList, isIP } from 'node:net';

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
const wholeAddress = { ipv4: 32, ipv6: 128 };

function add(list: BlockList, entry: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  if (!isIP(address)) return false;
  const kind = family(address);
  const length = bits === undefined ? wholeAddress[kind] : Number(bits);
  // A length of 0 is everybody: each visitor could name an address of their own.
  if (length < 1 || length > wholeAddress[kind]) return false;
  list.addSubnet(address, length, kind);
  return true;
}

/** Reads addresses and networks (`10.0.0.0/8`) with commas between; null when one of them is none. */
export function readProxies(text: string): BlockList | null {
  const list = new BlockList();
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every((entry) => add(list, entry)) ? list : null;
}

/** An entry's address, also where a proxy writes `192.0.2.1:5123` or `[2001:db8::1]:5123`; null when it is none. */
function addressIn(entry: string): string | null {
  const text = entry.trim();
  const address = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  return isIP(address) ? address : null;
}

/**
 * Who sent a request: whoever opened the connection, or, where that is a trusted proxy, whoever it names.
 * Each trusted proxy vouches for the entry that it added at the right, and for nothing further left.
 * @param peer the address that opened the connection
 * @param forwarded X-Forwarded-For
 */
export function clientOf(peer: string, forwarded: string | undefined, trusted: BlockList): string {
  let client = peer;
  const hops = forwarded?.split(',') ?? [];
  while (hops.length > 0 && isIP(client) && trusted.check(client, family(client))) {
    const named = addressIn(hops.pop() ?? '');
    // What lies left of an entry that names nobody could have been written by anybody.
    if (!named) return client;
    client = named;
  }
  return client;
}
