const address = /[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/g;

/** Hides whose address it is, and keeps the domain, which tells operators where mails do not arrive: `a…@example.org`. */
export function maskAddress(text: string): string {
  const at = text.lastIndexOf('@');
  const [first = '', ...more] = text.slice(0, at);
  return `${more.length > 0 ? first : ''}…${text.slice(at)}`;
}

/** Masks each e-mail address in a text. */
export const maskAddresses = (text: string): string => text.replace(address, maskAddress);
