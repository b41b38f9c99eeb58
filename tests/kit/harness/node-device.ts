import { Jar } from '../device/jar.ts';
import { DeviceLocks } from './device-locks.ts';
import { NodeTab } from './node-tab.ts';

type Listener = { name: string; receive: (data: unknown) => void };

/** A browser without a window. Its tabs share databases, locks, channels and cookies. */
export class NodeDevice {
  readonly origin: string;
  readonly cookies = new Jar();
  readonly locks = new DeviceLocks((work) => this.queueTask(work));
  /** Databases and pending open requests by name: the two fields of a fake-indexeddb factory. */
  readonly databases = {
    _databases: new Map<string, unknown>(),
    _connectionQueues: new Map<string, unknown>(),
  };
  readonly localStorage = new Map<string, string>();
  readonly channels = new Set<Listener>();
  /** Source code that runs in each page before its own code. */
  readonly initScripts: string[] = [];
  readonly #tabs = new Set<NodeTab>();
  #isClosed = false;

  constructor(origin: string) {
    this.origin = origin;
  }

  addInitScript(script: () => void): void {
    this.initScripts.push(`(${script})()`);
  }

  async newTab(): Promise<NodeTab> {
    const tab = await NodeTab.open(this);
    this.#tabs.add(tab);
    return tab;
  }

  /** Runs `work` in a later task, unless the device is closed by then. */
  queueTask(work: () => void): void {
    setImmediate(() => {
      if (!this.#isClosed) work();
    });
  }

  /** Sends a message to the other channels of the same name. */
  post(from: Listener, data: unknown): void {
    for (const channel of this.channels) {
      if (channel === from || channel.name !== from.name) continue;
      const copy: unknown = structuredClone(data);
      this.queueTask(() => {
        if (this.channels.has(channel)) channel.receive(copy);
      });
    }
  }

  close(): void {
    for (const tab of this.#tabs) tab.close();
    this.#isClosed = true;
  }
}
