import { BlockList, isIPv6 } from 'node:net';
import { plainAddress } from '#api/platform/addresses/network.ts';

/** Whether an e-mail address is at one of these domains or below. */
export function isAtDomain(email: string, domains: readonly string[]): boolean {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  return domains.some((one) => domain === one || domain.endsWith(`.${one}`));
}

/** The mailbox of an address, however it is written: mails to `ann+bikes@…` reach Ann, and Gmail ignores dots. */
function mailboxOf(email: string): string {
  const [, name = '', domain = ''] = /^(.*)@(.*)$/.exec(email.trim().toLowerCase()) ?? [];
  const plain = name.replace(/(?<=.)\+.*$/, '');
  return /^(?:gmail|googlemail)\.com$/.test(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
}

/** Whether an e-mail address reaches the mailbox of one of these. */
export function isSameMailbox(email: string, addresses: readonly string[]): boolean {
  const mailbox = mailboxOf(email);
  return addresses.some((one) => mailboxOf(one) === mailbox);
}

/** Whether an IP address is in one of these networks (CIDR, or single addresses). */
export function isInNetwork(address: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [from = '', bits] = network.split('/');
    const [kind, whole] = isIPv6(from) ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
    list.addSubnet(from, bits === undefined ? whole : Number(bits), kind);
  }
  const plain = plainAddress(address);
  return networks.length > 0 && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
