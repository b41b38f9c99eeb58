import { makeZip } from 'client-zip';
import type { Now } from '#api/platform/clock.ts';
import type { CountedExporter, Exporter } from '#api/platform/exporters.ts';
import type { Log } from '#api/platform/logs.ts';
import { type ExportCounts, exportKinds } from '#contract/export.ts';
import type { Person } from '#contract/people.ts';

interface Deps {
  exporters: Partial<Record<keyof ExportCounts, CountedExporter>>;
  /** The beginning of the archive, which is not counted. */
  uncountedExporters: readonly Exporter[];
  now: Now;
  log: Log;
}

/** Exports all data that is stored about a member. */
export class ExportService {
  readonly #deps: Deps;
  readonly #counted: [keyof ExportCounts, CountedExporter][];

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#counted = exportKinds.map((kind) => {
      const exporter = deps.exporters[kind];
      if (!exporter) throw new Error(`No module exports ${kind}.`);
      return [kind, exporter];
    });
  }

  async count(member: Person): Promise<ExportCounts> {
    const counts = this.#counted.map(async ([kind, exporter]) => [kind, await exporter.count(member)]);
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
    const { uncountedExporters, now, log } = this.#deps;
    try {
      for (const exporter of [...uncountedExporters, ...this.#counted.map(([, counted]) => counted)]) {
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
