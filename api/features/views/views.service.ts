import { createHmac } from 'node:crypto';
import type { Now } from '#api/platform/clock.ts';
import { deviceLabel } from '#api/platform/sessions/device-label.ts';
import type { Derived, SigningKeys } from '#api/platform/signing-keys.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import { may, permitted, type Viewer } from '#contract/may.ts';
import type { ViewStore } from './views.store.ts';

/** Milliseconds within which a viewer counts once. */
const countOnceMs = 3_600_000;

/** A reported view by a member, or by a device in a network. */
type ReportedView = { viewer: Viewer; network: string; userAgent: string | undefined; ahead: boolean };

interface Deps {
  views: ViewStore;
  /** A bike's owner and status; null if there is none. */
  bikeOf(bikeId: string): Promise<{ owner: { id: string }; status: BikeStatus } | null>;
  keys: SigningKeys;
  now: Now;
}

const robots =
  /bot\b|bot[/;_-]|crawl|spider|slurp|preview|externalhit|headless|lighthouse|pingdom|uptime|monitor|phantomjs|mediapartners|google-read|archiver/i;

const handhelds = /\b(?:Android|iP(?:hone|od|ad)|Mobile)\b/;

/** Whether the user agent is missing or not a browser of a person. */
const isRobot = (userAgent: string | undefined): boolean =>
  deviceLabel(userAgent) === '' || robots.test(userAgent ?? '');

/** Decides which views count. */
export class ViewService {
  readonly #deps: Deps;
  readonly #keys: Derived<Buffer>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#keys = deps.keys.deriveFor('views-v1');
  }

  /**
   * Records a view, which the bike counts within a minute, unless it does not count.
   * @throws not_found, gone
   */
  async record(bikeId: string, view: ReportedView): Promise<void> {
    const { views, bikeOf, now } = this.#deps;
    const bike = permitted('bike.see', view.viewer, await bikeOf(bikeId));
    if (view.ahead || isRobot(view.userAgent) || !may('bike.view', view.viewer, bike)) return;
    const at = now();
    await views.add(this.#nameOf(bikeId, view), bikeId, at, new Date(at.getTime() + countOnceMs));
  }

  /**
   * Pseudonym of a viewer and bike, meaningless without the key. A visitor is a handheld or a computer in a network:
   * varying the user agent gives no more than these two.
   */
  #nameOf(bikeId: string, { viewer, network, userAgent }: ReportedView): string {
    const identity = viewer
      ? ['member', viewer.id]
      : ['stranger', network, handhelds.test(userAgent ?? '') ? 'handheld' : 'computer'];
    return createHmac('sha256', this.#keys.signing)
      .update(JSON.stringify([bikeId, ...identity]))
      .digest('base64url');
  }
}
