/** A mail of our own mailer, as a mail program shows it. */
export type Eml = {
  to: string;
  /** Empty if nobody reads answers. */
  replyTo: string;
  subject: string;
  date: string;
  text: string;
  /** Empty where there is none. */
  html: string;
};

const latin = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');
const unquoted = (text: string): string =>
  latin(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  );

/** Decodes non-ASCII words of a header (RFC 2047). White space between two encoded words is dropped. */
const decodedText = (header: string): string =>
  header
    .replace(/(=\?[^?\s]+\?[bq]\?[^?\s]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?utf-8\?([bq])\?([^?\s]*)\?=/gi, (_, how: string, word: string) =>
      how.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString('utf8') : unquoted(word.replaceAll('_', ' ')),
    );

type Part = { header(name: string): string; body: string };

function partOf(source: string): Part {
  const end = source.indexOf('\r\n\r\n');
  const head = source.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  return {
    header: (name) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '',
    body: source.slice(end + 4),
  };
}

function partsOf(whole: Part): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(whole.header('Content-Type'))?.[1];
  if (!boundary) return [whole];
  return `\r\n${whole.body}`
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\r\n/, '')));
}

/** @param source the file's bytes, as Latin-1 */
export function readEml(source: string): Eml {
  const whole = partOf(source);
  const parts = partsOf(whole);
  const bodyOf = (type: string) => {
    const part = parts.find((one) => one.header('Content-Type').startsWith(type));
    return part ? unquoted(part.body).replaceAll('\r\n', '\n').trim() : '';
  };
  return {
    to: whole.header('To'),
    replyTo: whole.header('Reply-To'),
    subject: decodedText(whole.header('Subject')),
    date: whole.header('Date'),
    text: bodyOf('text/plain'),
    html: bodyOf('text/html'),
  };
}
