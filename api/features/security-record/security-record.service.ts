import type { Now } from '#api/platform/clock.ts';
import type { AppEvent } from '#api/platform/events.ts';
import { type Exporter, jsonList } from '#api/platform/exporters.ts';
import { pageSize } from '#contract/list-sizes.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { SecurityEvent } from '#contract/security-record.ts';
import type { SecurityRecordStore, SecurityRow } from './security-record.store.ts';

interface Deps {
  events: SecurityRecordStore;
  now: Now;
}

const toEvent = ({ _id, kind, at, device, network, about, byOperator }: SecurityRow): SecurityEvent => ({
  id: _id,
  kind,
  at: at.toISOString(),
  device,
  network,
  about,
  byOperator,
});

/** Records what happens to members' accounts. */
export class SecurityRecord {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Records the events that concern the security of an account. One that arrives again is recorded once. */
  follow = async (happened: readonly AppEvent[]): Promise<void> => {
    const { events, now } = this.#deps;
    for (const event of happened) {
      if (event.what !== 'security') continue;
      const { memberId: userId, kind, from, about, key: _id } = event;
      const { device, network } = from ?? { device: '', network: '' };
      await events.add({ _id, userId, kind, at: now(), device, network, about, byOperator: from === null });
    }
  };

  async list(userId: string, { cursor, limit = pageSize }: PageQuery): Promise<Page<SecurityEvent>> {
    const { items, next } = await this.#deps.events.of(userId, limit, cursor);
    return { items: items.map(toEvent), next };
  }
}

async function* eventsOf(events: SecurityRecordStore, userId: string): AsyncIterable<Omit<SecurityEvent, 'id'>> {
  for await (const row of events.allOf(userId)) {
    const { id: _, ...event } = toEvent(row);
    yield event;
  }
}

/** Exports the record of a member's account. */
export const securityExporter = (events: SecurityRecordStore): Exporter => ({
  async *files({ id }) {
    yield { name: 'security.json', content: jsonList(eventsOf(events, id)) };
  },
});
