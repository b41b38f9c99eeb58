import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Refusal } from '../refusal.ts';

const newline = 0x0a;
/** In bytes. A document of 16 MB takes less, even with a type for every value. */
const maxLineBytes = 256 * 1024 * 1024;

/** A line and its number, from 1. */
export type Line = readonly [number: number, text: string];

/**
 * Reads a file line by line. Only a line feed ends a line: a document's text may hold the other characters that Unicode
 * treats as line ends. Throws a TypeError if the file is not UTF-8, and a Refusal for a line longer than any document.
 */
export async function* linesOf(file: string): AsyncGenerator<Line> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      parts.push(chunk.subarray(from, end));
      yield [++number, utf8.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts))];
      parts = [];
      size = 0;
      from = end + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > maxLineBytes)
      throw new Refusal(`${basename(file)}, line ${number + 1}: it is longer than any document.`);
  }
  if (parts.length) yield [++number, utf8.decode(Buffer.concat(parts))];
}
