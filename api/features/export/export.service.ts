import { makeZip } from 'client-zip';
import type { Now } from '#api/platform/clock.ts';
import type { Exporter } from '#api/platform/exporters.ts';
import type { Log } from '#api/platform/logs.ts';
import type { ExportCounts } from '#contract/export.ts';
import type { Person } from '#contract/people.ts';

interface Deps {
  /** Exported for every member, and not counted. */
  always: readonly Exporter[];
  /** Exporters by kind, in the order of the archive. */
  kinds: Record<keyof ExportCounts, Exporter>;
  now: Now;
  log: Pick<Log, 'error'>;
}

/** Exports all data that is stored about a member. */
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
   * Streams the member's archive as a ZIP file, one file at a time, so that a slow or aborted download costs nothing
   * more. If it fails midway, the result is not a valid ZIP file.
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
