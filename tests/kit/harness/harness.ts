import { BaseHarness, suppressLongTimers } from './base-harness.ts';
import { NodeDevice } from './node-device.ts';
import type { NodeTab } from './node-tab.ts';
import { ScriptedServer } from './server.ts';

export { ana, bert } from './people.ts';

/** The offline code in Node, without a browser. `BrowserHarness` tests what needs a real browser. */
export class Harness extends BaseHarness<NodeTab> {
  context!: NodeDevice;

  static async start(): Promise<Harness> {
    const server = new ScriptedServer();
    return new Harness(server, await server.listen());
  }

  /** Opens a fresh device on which `ana` is logged in, with a new server. */
  async fresh(): Promise<NodeTab> {
    await this.close();
    this.server = new ScriptedServer();
    this.origin = await this.server.listen();
    this.context = new NodeDevice(this.origin);
    this.context.addInitScript(suppressLongTimers);
    this.page = await this.open();
    await this.logIn();
    return this.page;
  }

  open(): Promise<NodeTab> {
    return this.context.newTab();
  }

  protected async setCookie(name: string, value: string): Promise<void> {
    this.context.cookies.set(`${name}=${value}`);
  }

  protected evaluateIn<R, A>(page: NodeTab, work: (argument: A) => R | Promise<R>, argument: A): Promise<R> {
    return page.evaluate(work, argument);
  }

  async close(): Promise<void> {
    this.context?.close();
    await this.server.close();
  }
}
