import { newId } from '#contract/ids.ts';
import {
  changeMaintenance,
  changeSite,
  endAnnouncement,
  getSiteRules,
  getSiteSetup,
  publishAnnouncement,
} from '#contract/site.ts';
import { getSiteServices } from '#contract/site-services.ts';
import { everyone, operators } from './callers.ts';
import type { Row, Stage } from './stage.ts';

async function announced({ app }: Stage): Promise<string> {
  const id = newId();
  const row = { id, text: 'We move.', link: null, by: 'otto', at: '2026-01-01T00:00:00.000Z' };
  await app.db.collection('site').replaceOne({ _id: 'announcement' as never }, row, { upsert: true });
  return id;
}

export const siteRows: Row[] = [
  { call: getSiteServices, by: (asks, _, how) => asks.call(getSiteServices, how), expected: everyone('200') },
  { call: getSiteRules, by: (asks, _, how) => asks.call(getSiteRules, how), expected: everyone('200') },
  { call: getSiteSetup, by: (asks, _, how) => asks.call(getSiteSetup, how), expected: operators('200') },
  {
    call: changeSite,
    by: (asks, _, how) => asks.call(changeSite, { body: { name: 'Bicycle Club' }, ...how }),
    seen: (data) => String((data as { settings: { name: string } }).settings.name),
    expected: operators('200, Bicycle Club'),
  },
  {
    call: publishAnnouncement,
    by: (asks, _, how) => asks.call(publishAnnouncement, { body: { id: newId(), text: 'We move on Monday.' }, ...how }),
    expected: operators('200'),
  },
  {
    call: endAnnouncement,
    prepare: announced,
    by: (asks, announcementId, how) => asks.call(endAnnouncement, { params: { announcementId }, ...how }),
    seen: async (_, id, { app }) => ((await app.db.collection('site').findOne({ id })) ? 'there' : 'ended'),
    expected: operators('200, ended'),
  },
  {
    // Ending changes nothing for the rows after this one.
    call: changeMaintenance,
    by: (asks, _, how) => asks.call(changeMaintenance, { body: { on: false }, ...how }),
    expected: operators('200'),
  },
];
