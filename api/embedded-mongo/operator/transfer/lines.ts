import { createReadStream } from 'node:fs';

const newline = 0x0a;

/** A line and its number, from 1. */
export type Line = readonly [number: number, text: string];

/**
 * The lines of a file, one after another. Only a line feed ends one: a document's text may hold the other characters that
 * Unicode counts as ends of lines. Throws a TypeError for what is not UTF-8.
 */
export async function* linesOf(file: string): AsyncGenerator<Line> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  let parts: Buffer[] = [];
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      parts.push(chunk.subarray(from, end));
      yield [++number, utf8.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts))];
      parts = [];
      from = end + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length) yield [++number, utf8.decode(Buffer.concat(parts))];
}
