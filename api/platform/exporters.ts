import type { Person } from '#contract/people.ts';

/** A file of a member's export, whose content is streamed. */
export interface ExportedFile {
  name: string;
  /** When its content was made, if known. */
  at?: Date;
  content: Uint8Array | AsyncIterable<string>;
}

/** Exports a member's data from one kind of document. */
export interface Exporter {
  files(member: Pick<Person, 'id'>): AsyncIterable<ExportedFile>;
}

/** An exporter whose documents are counted. */
export interface CountedExporter extends Exporter {
  count(member: Pick<Person, 'id'>): Promise<number>;
}

/** Writes a list as a JSON array, one item a line. */
export async function* jsonList(things: AsyncIterable<unknown>): AsyncIterable<string> {
  let before = '[\n';
  for await (const thing of things) {
    yield before + JSON.stringify(thing);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** A JSON file of one value. */
export const jsonFile = (name: string, value: unknown): ExportedFile => ({
  name,
  content: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`),
});

/** Exports a list of a member's as one JSON file. */
export const listExporter = (
  name: string,
  list: { count(memberId: string): Promise<number>; allOf(memberId: string): AsyncIterable<unknown> },
): CountedExporter => ({
  count: ({ id }) => list.count(id),
  async *files({ id }) {
    yield { name, content: jsonList(list.allOf(id)) };
  },
});
