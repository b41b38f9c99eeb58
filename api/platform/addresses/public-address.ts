import { BlockList, isIP } from 'node:net';

const unroutable = new BlockList();
// IPv4 special-purpose addresses (IANA registry, RFC 6890), multicast and the reserved rest.
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  unroutable.addSubnet(network, prefix, 'ipv4');
}
// Inside 2000::/3: Teredo and other protocol assignments, documentation, 6to4.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  unroutable.addSubnet(network, prefix, 'ipv6');
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is on the public internet. False for anything that is no address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !unroutable.check(address, 'ipv4');
  // Mapped, local and private IPv6 addresses are all outside of global unicast.
  return version === 6 && globalUnicast.check(address, 'ipv6') && !unroutable.check(address, 'ipv6');
}
