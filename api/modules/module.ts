import type { Hono } from 'hono';
import type { AlertSource } from '#api/platform/alerting.ts';
import type { DenormalizedAuthors } from '#api/platform/denormalized-authors.ts';
import type { Eraser } from '#api/platform/erasers.ts';
import type { EventHandler } from '#api/platform/events.ts';
import type { CountedExporter, Exporter } from '#api/platform/exporters.ts';
import type { Guards, Visitor } from '#api/platform/http/kit.ts';
import type { Placement, Placements } from '#api/platform/placement.ts';
import type { CacheDependencies } from '#api/platform/response-cache.ts';
import type { ShareCardSource } from '#api/platform/share-card-source.ts';
import type { SitemapSource } from '#api/platform/sitemap-source.ts';
import type { Gauge } from '#api/platform/telemetry/gauge.ts';

export const [minute, hour] = [60, 3600];

export interface ScheduledJob {
  name: string;
  /** Seconds from the end of one run to the next. */
  every: number;
  /** Whether it also runs during maintenance, when nothing is to be written. */
  whileReadOnly?: true;
  run(stopping: AbortSignal): Promise<unknown>;
}

/** Work that waits, for operators. */
export interface Queue {
  name: string;
  /** Counts what waits along an index, up to `maxQueueLength`. */
  length(): Promise<number>;
}

interface Store {
  /** Runs before the first request. */
  createIndexes?(): Promise<void>;
  /** Of each collection of which this store creates the documents. */
  placement?: Placements;
}

/** The stores, routes and jobs of a feature. */
export interface Module {
  stores?: readonly Store[];
  /** Collections of which no public response shows anything: writes to them leave the response cache as it is. */
  privateCollections?: readonly string[];
  /**
   * Documents that the response of each cached route depends on: a write to them drops it from the cache. A route that
   * is missing here is dropped by every write, and a write to a collection that no module names drops everything.
   */
  cacheDependencies?: CacheDependencies;
  /** Upgrades what an earlier run or version left, before the first request. */
  catchUp?(): Promise<void>;
  /** Mounts its endpoints on the API. */
  mount?(api: Hono<Visitor>, guards: Guards): void;
  /** Mounts its routes outside the API, such as images. */
  mountOutside?(site: Hono<Visitor>, guards: Guards): void;
  /** Handles the events of all modules. */
  handle?: EventHandler;
  schedule?: readonly ScheduledJob[];
  queues?: readonly Queue[];
  alertSources?: readonly AlertSource[];
  /** Updates members' names and avatars in its documents. */
  denormalizedAuthors?: readonly DenormalizedAuthors[];
  /** Erase what a member posted. They run before all `erasers`, so that nothing new comes to refer to the member. */
  contentErasers?: readonly Eraser[];
  /** Erase everything else about a member. */
  erasers?: readonly Eraser[];
  /** Files of a member's export, by the name under which its items are counted. */
  exporters?: Readonly<Record<string, CountedExporter>>;
  /** Parts of a member's export that are not counted. */
  uncountedExporters?: readonly Exporter[];
  /** Its public pages in sitemaps, by the kind that names their files. */
  sitemaps?: Readonly<Record<string, SitemapSource>>;
  /** The share cards of its pages, by the kind that names their paths. */
  shareCards?: Readonly<Record<string, ShareCardSource>>;
  /** Figures for metrics, such as the length of a queue. */
  gauges?: readonly Gauge[];
  close?(): Promise<void>;
}

/** The modules of the site, and the lists of what they contribute, which are complete before the first request. */
export class Modules {
  /** In the order in which they were built. */
  readonly all: Module[] = [];
  readonly handlers: EventHandler[] = [];
  readonly privateCollections = new Set<string>();
  readonly cacheDependencies: Record<string, CacheDependencies[string]> = {};
  /** Where a cluster stores each collection. */
  readonly placements: Record<string, Placement> = {};
  readonly alertSources: AlertSource[] = [];
  readonly denormalizedAuthors: DenormalizedAuthors[] = [];
  readonly contentErasers: Eraser[] = [];
  readonly erasers: Eraser[] = [];
  readonly exporters: Record<string, CountedExporter> = {};
  readonly uncountedExporters: Exporter[] = [];
  readonly sitemaps: Record<string, SitemapSource> = {};
  readonly shareCards: Record<string, ShareCardSource> = {};
  readonly queues: Queue[] = [];
  readonly gauges: Gauge[] = [];

  add<M extends Module>(module: M): M {
    this.all.push(module);
    if (module.handle) this.handlers.push(module.handle);
    for (const { placement } of module.stores ?? []) Object.assign(this.placements, placement);
    for (const name of module.privateCollections ?? []) this.privateCollections.add(name);
    Object.assign(this.cacheDependencies, module.cacheDependencies);
    this.alertSources.push(...(module.alertSources ?? []));
    this.denormalizedAuthors.push(...(module.denormalizedAuthors ?? []));
    // The latest first: what it stores may be found through what earlier modules store.
    this.contentErasers.unshift(...(module.contentErasers ?? []));
    this.erasers.unshift(...(module.erasers ?? []));
    Object.assign(this.exporters, module.exporters);
    this.uncountedExporters.push(...(module.uncountedExporters ?? []));
    Object.assign(this.sitemaps, module.sitemaps);
    Object.assign(this.shareCards, module.shareCards);
    this.queues.push(...(module.queues ?? []));
    this.gauges.push(...(module.gauges ?? []));
    return module;
  }
}
