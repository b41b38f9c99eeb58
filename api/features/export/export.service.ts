import { makeZip } from 'client-zip';
import type { Now } from '#api/platform/clock.ts';
import type { CountedExporter, Exporter } from '#api/platform/exporters.ts';
import type { Log } from '#api/platform/logs.ts';
import type { ExportCounts } from '#contract/export.ts';
import type { Person } from '#contract/people.ts';

interface Deps {
  exporters: Readonly<Record<string, CountedExporter>>;
  /** The beginning of the archive, which is not counted. */
  uncountedExporters: readonly Exporter[];
  now: Now;
  log: Log;
}

/** Exports all data that is stored about a member. */
export class ExportService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async count(member: Person): Promise<ExportCounts> {
    const counts = Object.entries(this.#deps.exporters).map(async ([kind, exporter]) => {
      return [kind, await exporter.count(member)] as const;
    });
    return Object.fromEntries(await Promise.all(counts));
  }

  /** The archive's file name. */
  nameOf({ username }: Pick<Person, 'username'>, at: Date): string {
    return `headbadge-${username}-${at.toISOString().slice(0, 10)}.zip`;
  }

  /**
   * Streams the member's archive as a ZIP file, one file at a time, so that a slow or aborted download costs nothing
   * more. If it fails midway, the result is not a valid ZIP file.
   */
  archive(member: Person): ReadableStream<Uint8Array> {
    return makeZip(this.#files(member), { buffersAreUTF8: true });
  }

  async *#files(member: Person) {
    const { uncountedExporters, exporters, now, log } = this.#deps;
    try {
      for (const exporter of [...uncountedExporters, ...Object.values(exporters)]) {
        for await (const { name, at = now(), content } of exporter.files(member)) {
          yield { name, lastModified: at, input: content };
        }
      }
    } catch (error) {
      log.error({ err: error }, 'an export broke off');
      throw error;
    }
  }
}
