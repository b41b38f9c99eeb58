import {
  ForbiddenAddress,
  type PublicTransport,
  type TransportAnswer,
} from '#api/platform/addresses/public-transport.ts';
import type { Now } from '#api/platform/clock.ts';
import type { AppEvent } from '#api/platform/events.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import type { Log } from '#api/platform/logs.ts';
import type { SeenSession } from '#api/platform/sessions/epochs.ts';
import type { Alerts } from '#contract/alerts.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import type { PushDevice, PushMessage, PushState } from '#contract/push.ts';
import { quietMinutesLeft } from '#contract/quiet-hours.ts';
import { alertSwitches, type ChosenPreferences, type PreferenceName } from '#contract/user-preferences.ts';
import { encryptPush, isPublicKey } from './push.encryption.ts';
import { PushSlots } from './push.slots.ts';
import type { PushRow, PushStore } from './push.store.ts';
import type { Vapid } from './push.vapid.ts';

interface Deps {
  devices: PushStore;
  transport: Pick<PublicTransport, 'send'>;
  vapid: Vapid;
  /** Whether a session has not ended, and its owner is not suspended. */
  isAlive(sessionId: string): Promise<boolean>;
  /** The answer to a poll by this member. */
  alertsOf(userId: string): Promise<Alerts>;
  chosenOf(userId: string): Promise<ChosenPreferences>;
  /** Filters the members who are new. */
  newAmong(ids: string[]): Promise<Set<string>>;
  /**
   * Records a push about nothing but what new members did. Returns false if there were too many that day.
   * @param id the same for all devices of the member
   */
  mayWakeForNewMembers(userId: string, id: string): Promise<boolean>;
  jobs: Jobs;
  now: Now;
  log: Log;
}

const [second, minute] = [1000, 60_000];
/** Retry delays in minutes. Afterwards the push is given up; the next news begins another. */
const retryDelaysMinutes = [1, 5, 15, 60, 240];
/** The longest `Retry-After` that is obeyed. */
const maxRetryMs = 6 * 60 * minute;
/** Pause between two pushes to a device. */
const pauseMs = 30 * second;
/** How long a claimed push is left to its process. */
const leaseMs = minute;
const batchSize = 200;
/** Seconds for which a push service keeps a push for a device that is off; the poll shows older news. */
const ttlSeconds = 24 * 3600;
/** A push that was not delivered yet is replaced by the next one (RFC 8030, 5.4). */
const topic = 'alerts';

const hostOf = ({ endpoint }: PushRow): string => new URL(endpoint).host;
const isGone = ({ status }: TransportAnswer): boolean => status === 404 || status === 410;
const isRetried = ({ status }: TransportAnswer): boolean => status === 429 || status >= 500;

/** The minute of the day in a time zone. */
function minuteIn(timeZone: string, now: Date): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
  const [hours = 0, minutes = 0] = format.format(now).split(':').map(Number);
  return hours * 60 + minutes;
}

/** `at`: in milliseconds; `by`: the latest members who did it, none if nobody did or the member has written to them. */
type News = { at: number; by: string[] };

/** The unseen news that the member wants to be notified of. */
function newsOf({ items, conversations }: Alerts, { chosen }: ChosenPreferences): News[] {
  const isWanted = (by: PreferenceName | null) => !by || (chosen[by]?.value ?? 'Notify') === 'Notify';
  const alerts = items.filter(({ seen, type }) => !seen && isWanted(alertSwitches[type]));
  const messages = isWanted('messageAlerts') ? conversations : [];
  return [
    ...alerts.map(({ at, actors }) => ({ at: Date.parse(at), by: actors.map(({ id }) => id) })),
    ...messages.map(({ lastMessageAt, answered, with: other }) => ({
      at: Date.parse(lastMessageAt),
      by: other && !answered ? [other.id] : [],
    })),
  ];
}

/** Wakes the workers of members' devices when there is news. What the news is, they learn from a poll. */
export class PushService {
  readonly #deps: Deps;
  readonly #slots = new PushSlots();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async state({ id }: SeenSession): Promise<PushState> {
    const { devices, vapid } = this.#deps;
    return { key: vapid.publicKey, endpoint: await devices.endpointOf(id) };
  }

  /** Sends pushes to the session's device. @throws bad_request for a key that does not exist */
  async put({ id: userId }: Person, session: SeenSession, device: PushDevice): Promise<PushState> {
    const { devices, vapid, now } = this.#deps;
    if (!isPublicKey(device.p256dh)) throw new Problem('bad_request');
    await devices.put({ ...device, sessionId: session.id, userId, key: vapid.publicKey }, now());
    return this.state(session);
  }

  remove({ id }: SeenSession): Promise<void> {
    return this.#deps.devices.remove(id);
  }

  /** Starts the pushes that these events cause, and forgets the devices of ended sessions. */
  follow = async (events: readonly AppEvent[]): Promise<void> => {
    const { devices, jobs, now } = this.#deps;
    const readers = new Set(
      events.flatMap((event) =>
        event.what === 'alerts.raised' || event.what === 'conversation.changed' ? [event.memberId] : [],
      ),
    );
    if (readers.size > 0 && (await devices.ask([...readers], now())))
      jobs.soon('push', () => this.sweep(), { isRepeated: true });
    for (const event of events) if (event.what === 'member.signedOut') await this.#prune(event.memberId);
  };

  async #prune(userId: string): Promise<void> {
    const { devices, isAlive } = this.#deps;
    for (const { _id } of await devices.of(userId)) if (!(await isAlive(_id))) await devices.remove(_id);
  }

  /** Sends the pushes that are due. Several calls share the slots, so new pushes do not wait for slow ones. */
  async sweep(stopping?: AbortSignal): Promise<void> {
    const { devices, now } = this.#deps;
    for (let goesOn = true; goesOn && !stopping?.aborted; ) {
      const running: Promise<boolean>[] = [];
      for (let isFull = true; isFull; ) {
        const rows = await devices.due(now(), batchSize, this.#slots.fullHosts);
        const fresh = rows.filter((row) => !this.#slots.has(row._id));
        running.push(
          ...fresh.map((row) =>
            this.#slots.run(row._id, hostOf(row), (timeoutMs) => this.#tried(row, timeoutMs, stopping)),
          ),
        );
        // Behind many pushes to one service there may be some to others.
        isFull = rows.length === batchSize && fresh.some((row) => this.#slots.has(row._id));
      }
      goesOn = (await Promise.all(running)).some(Boolean);
    }
  }

  async #tried(row: PushRow, timeoutMs: number, stopping: AbortSignal | undefined): Promise<boolean> {
    if (stopping?.aborted) return false;
    try {
      return await this.#attempt(row, timeoutMs);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'push failed');
      return false;
    }
  }

  /** @returns whether this process has claimed it */
  async #attempt(found: PushRow, timeoutMs: number): Promise<boolean> {
    const { devices, isAlive, alertsOf, chosenOf, now } = this.#deps;
    const started = now();
    const row = await devices.claim(found, new Date(started.getTime() + leaseMs));
    if (!row) return false;
    if (!(await isAlive(row._id))) {
      await devices.removeGone(row);
      return true;
    }
    const [alerts, chosen] = await Promise.all([alertsOf(row.userId), chosenOf(row.userId)]);
    const news = newsOf(alerts, chosen).filter(({ at }) => at > row.pushedUpTo);
    const newest = Math.max(0, ...news.map(({ at }) => at));
    const next = new Date(started.getTime() + pauseMs);
    const pauseLeft = row.pushedAt ? row.pushedAt.getTime() + pauseMs - started.getTime() : 0;
    const quiet = quietMinutesLeft(chosen.chosen.quietHours?.value ?? 'Off', minuteIn(row.timeZone, started)) * minute;
    const wait = Math.max(pauseLeft, quiet);
    if (news.length === 0) await devices.finish(row, next, null);
    else if (wait > 0) await devices.postpone(row, new Date(started.getTime() + wait), row.attempts);
    else if (!(await this.#mayWake(row.userId, news, newest))) await devices.finish(row, next, null);
    else await this.#send(row, newest, timeoutMs);
    return true;
  }

  /** Whether a push may wake the member now: new members together cause a few a day. */
  async #mayWake(userId: string, news: readonly News[], newest: number): Promise<boolean> {
    const { newAmong, mayWakeForNewMembers } = this.#deps;
    const isNew = await newAmong([...new Set(news.flatMap(({ by }) => by))]);
    const areNew = news.every(({ by }) => by.length > 0 && by.every((id) => isNew.has(id)));
    return !areNew || mayWakeForNewMembers(userId, String(newest));
  }

  async #send(row: PushRow, newest: number, timeoutMs: number): Promise<void> {
    const { devices, transport, vapid, now, log } = this.#deps;
    const message: PushMessage = { member: row.userId };
    const authorization = vapid.authorization(row.endpoint, row.key, now());
    if (!authorization) return devices.removeGone(row);
    const headers = {
      Authorization: authorization,
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(ttlSeconds),
      Topic: topic,
      Urgency: 'normal',
    };
    const body = encryptPush(Buffer.from(JSON.stringify(message)), row);
    const answer = await transport
      .send({ endpoint: row.endpoint, headers, body, timeoutMs })
      .catch((error: unknown): TransportAnswer | Error => error as Error);
    if (answer instanceof ForbiddenAddress) return devices.removeGone(row);
    if (answer instanceof Error || isRetried(answer)) return this.#retry(row, answer);
    if (isGone(answer)) return devices.removeGone(row);
    const sent = answer.status >= 200 && answer.status < 300;
    if (!sent) log.warn({ status: answer.status, service: hostOf(row) }, 'push refused');
    const at = now();
    const pushed = sent ? { pushedAt: at, pushedUpTo: newest } : null;
    await devices.finish(row, new Date(at.getTime() + pauseMs), pushed);
  }

  async #retry(row: PushRow, cause: TransportAnswer | Error): Promise<void> {
    const { devices, now, log } = this.#deps;
    const wait = retryDelaysMinutes[row.attempts];
    const asked = 'status' in cause ? (cause.retryAfter ?? 0) * second : 0;
    const fields = cause instanceof Error ? { err: cause } : { status: cause.status };
    log.info({ ...fields, service: hostOf(row), attempts: row.attempts + 1 }, 'push not sent');
    if (wait === undefined) return devices.finish(row, new Date(now().getTime() + maxRetryMs), null);
    const pause = Math.min(maxRetryMs, Math.max(wait * minute, asked));
    await devices.postpone(row, new Date(now().getTime() + pause), row.attempts + 1);
  }
}
