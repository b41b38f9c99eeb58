import type * as v from 'valibot';
import type { Log } from '#api/platform/logs.ts';
import type { SiteSettings } from '#api/platform/settings/site-settings.ts';
import type { JoiningChange } from '#contract/join-settings.ts';
import type { MaintenanceChange, NewAnnouncement, SiteChange, SiteSetup } from '#contract/site.ts';
import { defaultColor, defaultSiteName } from '#contract/site-color.ts';

interface Deps {
  settings: SiteSettings;
  /** The sender's address where operators have set none. */
  sender: string;
  log: Log;
}

/** The operators' settings of the site itself. Each change is logged with its author. */
export class SiteService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async setup(): Promise<SiteSetup> {
    return this.#whole(await this.#deps.settings.read());
  }

  async change(change: SiteChange, by: string): Promise<SiteSetup> {
    this.#note({ changed: Object.keys(change) }, by);
    return this.#whole(await this.#deps.settings.change(change));
  }

  async announce(announcement: v.InferOutput<typeof NewAnnouncement>, by: string): Promise<SiteSetup> {
    this.#note({ announcement: announcement.id }, by);
    return this.#whole(await this.#deps.settings.announce(announcement, by));
  }

  async endAnnouncement(id: string, by: string): Promise<SiteSetup> {
    this.#note({ endedAnnouncement: id }, by);
    return this.#whole(await this.#deps.settings.endAnnouncement(id));
  }

  async changeMaintenance(change: v.InferOutput<typeof MaintenanceChange>, by: string): Promise<SiteSetup> {
    const { settings } = this.#deps;
    this.#note({ maintenance: change.on }, by);
    return this.#whole(await (change.on ? settings.beginMaintenance(change.text, by) : settings.endMaintenance()));
  }

  async changeJoining(change: JoiningChange, by: string): Promise<SiteSetup> {
    this.#note({ changed: Object.keys(change), ...(change.mode && { joining: change.mode }) }, by);
    return this.#whole(await this.#deps.settings.changeJoining(change));
  }

  async rules(): Promise<string | null> {
    return (await this.#deps.settings.read()).settings.rules;
  }

  #whole(state: SiteSettings['current']): SiteSetup {
    return { ...state, defaults: { name: defaultSiteName, color: defaultColor, sender: this.#deps.sender } };
  }

  #note(what: object, by: string): void {
    this.#deps.log.info({ event: 'site.changed', ...what, by }, 'site changed');
  }
}
