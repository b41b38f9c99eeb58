import { until } from '../until.ts';
import type { NodeDevice } from './node-device.ts';
import { NodePage } from './node-page.ts';

/** A tab in Node, with the methods of a Playwright page. */
export class NodeTab {
  readonly #device: NodeDevice;
  #page: NodePage;

  private constructor(device: NodeDevice, page: NodePage) {
    this.#device = device;
    this.#page = page;
  }

  static async open(device: NodeDevice): Promise<NodeTab> {
    return new NodeTab(device, await NodePage.load(device));
  }

  /** Runs a function in the page. It has no access to the test; its argument and its result are cloned. */
  evaluate<R>(work: () => R | Promise<R>): Promise<R>;
  evaluate<R, A>(work: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
  evaluate<R, A>(work: (argument: A) => R | Promise<R>, argument?: A): Promise<R> {
    return this.#page.evaluate(`(${work})`, argument) as Promise<R>;
  }

  /** Waits until a function in the page returns a truthy value. */
  async waitForFunction(condition: () => unknown): Promise<void> {
    await until(async () => {
      if (!(await this.evaluate(condition))) throw new Error(`It is not so: ${condition}`);
    });
  }

  async reload(): Promise<void> {
    this.#page.close();
    this.#page = await NodePage.load(this.#device);
  }

  async close(): Promise<void> {
    this.#page.close();
  }
}
