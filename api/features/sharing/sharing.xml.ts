// Characters that XML 1.0 forbids (https://www.w3.org/TR/xml/#charsets), and controls that change the text direction.
const impossible = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const turns = /[\u202A-\u202E\u2066-\u2069]/g;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes text for elements and attributes, in XML and HTML. */
export const escaped = (text: string): string =>
  text
    .replace(impossible, '')
    .replace(turns, '')
    .replace(/[&<>"']/g, (char) => entities[char] ?? '');

type Attributes = Record<string, string | number>;

/** An element. `content` is markup; without it, the tag is self-closing. */
export function element(name: string, attributes: Attributes = {}, content?: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  const start = `<${name}${written.join('')}`;
  return content === undefined ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** An element that contains only text. */
export const textElement = (name: string, text: string): string => element(name, {}, escaped(text));

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
