import type { Person } from '#contract/people.ts';

/** A file of a member's export, whose content comes as it is asked for. */
export interface ExportedFile {
  name: string;
  /** When its content was made, where that is known. */
  at?: Date;
  content: Uint8Array | AsyncIterable<string>;
}

/** What one kind of document has for a member's export. */
export interface Exporter {
  /** How many there are. */
  count(member: Pick<Person, 'id'>): Promise<number>;
  files(member: Pick<Person, 'id'>): AsyncIterable<ExportedFile>;
}

/** A list as JSON, a thing a line. */
export async function* jsonList(things: AsyncIterable<unknown>): AsyncIterable<string> {
  let before = '[\n';
  for await (const thing of things) {
    yield before + JSON.stringify(thing);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
