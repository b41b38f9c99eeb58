import type { ErrorService } from '#contract/site-services.ts';
import { itemOf, type PageContext } from './error-item.ts';
import { fitItem } from './fit-item.ts';
import { scrub } from './scrub.ts';
import type { Telemetry } from './telemetry.ts';

const minute = 60_000;
/** Maximum reports per minute (specification, section 9). */
const maxPerMinute = 60;

interface Deps {
  service: ErrorService;
  telemetry: Telemetry;
  /** Returns the current page information. */
  context(): PageContext;
  send(text: string): void;
}

/** Builds error reports and sends them within the rate limit. */
export class ErrorReporter {
  readonly #deps: Deps;
  #sent: number[] = [];

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  report(fault: unknown): void {
    const { service, telemetry, context, send } = this.#deps;
    const page = context();
    this.#sent = this.#sent.filter((at) => at > page.at - minute);
    if (this.#sent.length >= maxPerMinute) return;
    const text = fitItem(scrub(itemOf(fault, service, page, telemetry.events)));
    telemetry.note('error', { message: String(fault) });
    if (text === null) return;
    this.#sent.push(page.at);
    send(text);
  }
}
