import type { Body } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import {
  changeJoining,
  changeMaintenance,
  changeSite,
  endAnnouncement,
  getSiteSetup,
  publishAnnouncement,
  type SiteSetup,
} from '#contract/site.ts';
import { runAction } from '#src/actions/run-action.ts';
import { refreshServices } from '../start-services.ts';

/** Waits for a change, and shows it on this device too. */
async function changed(change: Promise<SiteSetup>): Promise<SiteSetup> {
  const setup = await change;
  await refreshServices();
  return setup;
}

/** @throws ApiFailure */
export const fetchSetup = (as: Id): Promise<SiteSetup> => runAction(getSiteSetup, { as });

/** @param action whose result it is: each form has its own. @throws ApiFailure */
export const saveSettings = (action: string, as: Id, body: Body<typeof changeSite>): Promise<SiteSetup> =>
  changed(runAction(action, (call) => call(changeSite, { as, body })));

/** @param action whose result it is: each form has its own. @throws ApiFailure */
export const saveJoining = (action: string, as: Id, body: Body<typeof changeJoining>): Promise<SiteSetup> =>
  changed(runAction(action, (call) => call(changeJoining, { as, body })));

/** @throws ApiFailure */
export const publish = (as: Id, body: Body<typeof publishAnnouncement>): Promise<SiteSetup> =>
  changed(runAction('PublishAnnouncement', (call) => call(publishAnnouncement, { as, body })));

/** @throws ApiFailure */
export const endPublished = (as: Id, announcementId: string): Promise<SiteSetup> =>
  changed(runAction('EndAnnouncement', (call) => call(endAnnouncement, { as, params: { announcementId } })));

/** @param text what everybody reads; null ends the maintenance. @throws ApiFailure */
export const setMaintenance = (as: Id, text: string | null): Promise<SiteSetup> =>
  changed(
    runAction('ChangeMaintenance', (call) =>
      call(changeMaintenance, { as, body: text === null ? { on: false } : { on: true, text } }),
    ),
  );
