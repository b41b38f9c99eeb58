/** An XML element; `inside` has its texts and elements in order. */
export type Xml = { name: string; attributes: Record<string, string>; inside: (Xml | string)[] };

const token =
  /<\?xml[^<>]*\?>|<\/([\w:]+)>|<([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|((?:[^<&>]|&(?:amp|lt|gt|quot|apos);)+)/uy;
const allowed = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;
const meant: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decoded = (text: string) => text.replace(/&(\w+);/g, (_, name: string) => meant[name] ?? '');

/** Parses XML strictly, without CDATA and comments, which we never write. @throws when it is not well-formed */
export function readXml(text: string): Xml {
  if (!allowed.test(text)) throw new Error('XML has no place for a character in it.');
  const root: Xml = { name: '', attributes: {}, inside: [] };
  const open = [root];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (!match) throw new Error(`Not well-formed: ${text.slice(at, at + 60)}`);
    const [, ended, begun, attributes = '', empty, inner] = match;
    const here = open.at(-1) as Xml;
    if (inner !== undefined) here.inside.push(decoded(inner));
    if (begun) {
      const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        decoded(value),
      ]);
      const element: Xml = { name: begun, attributes: Object.fromEntries(pairs), inside: [] };
      here.inside.push(element);
      if (!empty) open.push(element);
    }
    if (ended && open.pop()?.name !== ended) throw new Error(`</${ended}> ends what did not begin.`);
  }
  const [only] = root.inside.filter((one) => typeof one !== 'string');
  if (open.length !== 1 || !only) throw new Error('Something does not end.');
  return only;
}

/** Returns the elements with a name, at any depth. */
export const allNamed = (xml: Xml, name: string): Xml[] =>
  xml.inside.flatMap((one) =>
    typeof one === 'string' ? [] : [...(one.name === name ? [one] : []), ...allNamed(one, name)],
  );

/** Returns the text of the first element with a name. */
export const textOf = (xml: Xml, name: string): string => allNamed(xml, name)[0]?.inside.join('') ?? '';
