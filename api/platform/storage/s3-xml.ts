const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const plain = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (name) return entities[name] ?? all;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });

/** What stands in each element of a name that holds text alone; that is all that S3's answers need. */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map((match) => plain(match[1] ?? ''));

/** S3's word for what is wrong, such as `NoSuchKey`; empty where an answer has none. */
export const codeOf = (xml: string): string => textsOf(xml, 'Code')[0] ?? '';

/** One page of a listing, and where the next begins. */
export function pageOf(xml: string): { keys: string[]; next: string | undefined } {
  const [truncated] = textsOf(xml, 'IsTruncated');
  const [next] = textsOf(xml, 'NextContinuationToken');
  return { keys: textsOf(xml, 'Key'), next: truncated === 'true' ? next : undefined };
}
