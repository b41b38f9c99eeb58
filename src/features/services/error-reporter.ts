import type { ErrorService } from '#contract/services.ts';
import { itemOf, type PageFacts } from './error-item.ts';
import { fitItem } from './fit-item.ts';
import { scrub } from './scrub.ts';
import type { Telemetry } from './telemetry.ts';

const minute = 60_000;
/** Reports in a minute (specification, section 9). */
const mostAMinute = 60;

interface Needs {
  service: ErrorService;
  telemetry: Telemetry;
  /** What the page is at this moment. */
  facts(): PageFacts;
  send(text: string): void;
}

/** Makes reports of what broke, and sends as many as are allowed. */
export class ErrorReporter {
  readonly #needs: Needs;
  #sent: number[] = [];

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  report(fault: unknown): void {
    const { service, telemetry, facts, send } = this.#needs;
    const page = facts();
    this.#sent = this.#sent.filter((at) => at > page.at - minute);
    if (this.#sent.length >= mostAMinute) return;
    const text = fitItem(scrub(itemOf(fault, service, page, telemetry.events)));
    telemetry.note('error', { message: String(fault) });
    if (text === null) return;
    this.#sent.push(page.at);
    send(text);
  }
}
