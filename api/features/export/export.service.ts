import { makeZip } from 'client-zip';
import type { Now } from '#api/platform/clock.ts';
import type { Exporter } from '#api/platform/exporters.ts';
import type { Log } from '#api/platform/logs.ts';
import type { ExportCounts } from '#contract/export.ts';
import type { Person } from '#contract/people.ts';

interface Deps {
  /** What there is of every member. */
  always: readonly Exporter[];
  /** What there is of a member by kind, in the order in which the archive holds it. */
  kinds: Record<keyof ExportCounts, Exporter>;
  now: Now;
  log: Pick<Log, 'error'>;
}

/** Everything that is kept of a member, for themselves. */
export class ExportService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async count(member: Person): Promise<ExportCounts> {
    const counts = Object.entries(this.#deps.kinds).map(async ([name, kind]) => [name, await kind.count(member)]);
    return Object.fromEntries(await Promise.all(counts)) as ExportCounts;
  }

  /**
   * The member's archive as a ZIP file, made while it is read, a file at a time: whoever reads slowly or stops costs
   * nothing more. One that breaks off is no ZIP file, and says so to whoever opens it.
   */
  archive(member: Person): ReadableStream<Uint8Array> {
    return makeZip(this.#files(member), { buffersAreUTF8: true });
  }

  async *#files(member: Person) {
    const { always, kinds, now, log } = this.#deps;
    try {
      for (const kind of [...always, ...Object.values(kinds)]) {
        for await (const { name, at = now(), content } of kind.files(member)) {
          yield { name, lastModified: at, input: content };
        }
      }
    } catch (error) {
      log.error({ err: error }, 'an export broke off');
      throw error;
    }
  }
}
