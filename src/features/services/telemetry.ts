/** Something that happened before something broke, as Rollbar reads it. */
export type TelemetryEvent = {
  type: 'navigation' | 'network' | 'dom' | 'connectivity' | 'error';
  level: 'info' | 'error';
  source: 'client';
  timestamp_ms: number;
  body: Record<string, string | number>;
};

/** What happened last, and no more of it than is told (specification, section 9). */
export class Telemetry {
  readonly #now: () => number;
  readonly #most: number;
  #events: TelemetryEvent[] = [];

  constructor(now: () => number, most = 100) {
    this.#now = now;
    this.#most = most;
  }

  get events(): readonly TelemetryEvent[] {
    return this.#events;
  }

  note(type: TelemetryEvent['type'], body: TelemetryEvent['body']): void {
    const level = type === 'error' ? 'error' : 'info';
    const event: TelemetryEvent = { type, level, source: 'client', timestamp_ms: this.#now(), body };
    this.#events = [...this.#events, event].slice(-this.#most);
  }
}

/** What was pressed is told by its kind: its words may be somebody's. */
const kindOf = (target: EventTarget | null): string =>
  target instanceof Element ? (target.closest('a, button, input, select, textarea') ?? target).localName : '';

/** Notes what this page asks for, where it goes, what kind of thing is pressed, and whether there is signal. */
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
