/** Rollbar telemetry event that preceded an error. */
export type TelemetryEvent = {
  type: 'navigation' | 'network' | 'dom' | 'connectivity' | 'error';
  level: 'info' | 'error';
  source: 'client';
  timestamp_ms: number;
  body: Record<string, string | number>;
};

/** Keeps the latest events, as many as a report may contain (specification, section 9). */
export class Telemetry {
  readonly #now: () => number;
  readonly #max: number;
  #events: TelemetryEvent[] = [];

  constructor(now: () => number, max = 100) {
    this.#now = now;
    this.#max = max;
  }

  get events(): readonly TelemetryEvent[] {
    return this.#events;
  }

  note(type: TelemetryEvent['type'], body: TelemetryEvent['body']): void {
    const level = type === 'error' ? 'error' : 'info';
    const event: TelemetryEvent = { type, level, source: 'client', timestamp_ms: this.#now(), body };
    this.#events = [...this.#events, event].slice(-this.#max);
  }
}

/** Only the kind of a pressed element is recorded, because its text may be personal. */
const kindOf = (target: EventTarget | null): string =>
  target instanceof Element ? (target.closest('a, button, input, select, textarea') ?? target).localName : '';

/** Records requests, navigations, the kind of pressed elements and connectivity. */
export function watchPage(telemetry: Telemetry, onNavigation: (went: () => void) => void): void {
  let from = location.pathname;
  onNavigation(() => {
    telemetry.note('navigation', { from, to: location.pathname });
    from = location.pathname;
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      if (entry.initiatorType !== 'fetch') continue;
      telemetry.note('network', { subtype: 'fetch', url: entry.name, status_code: entry.responseStatus });
    }
  }).observe({ type: 'resource' });
  addEventListener('click', ({ target }) => telemetry.note('dom', { subtype: 'click', element: kindOf(target) }), true);
  for (const change of ['online', 'offline'])
    addEventListener(change, () => telemetry.note('connectivity', { change }));
}
