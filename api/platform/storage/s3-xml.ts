const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (name) return entities[name] ?? all;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });

/** Returns the texts of the elements of this name that contain text only, which is all that S3's answers need. */
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map((match) => decodeEntities(match[1] ?? ''));

/** Returns S3's error code, such as `NoSuchKey`; empty if there is none. */
export const codeOf = (xml: string): string => textsOf(xml, 'Code')[0] ?? '';

/** Reads one page of a listing and the cursor of the next. */
export function pageOf(xml: string): { keys: string[]; next: string | undefined } {
  const [truncated] = textsOf(xml, 'IsTruncated');
  const [next] = textsOf(xml, 'NextContinuationToken');
  return { keys: textsOf(xml, 'Key'), next: truncated === 'true' ? next : undefined };
}
