import { userInfo } from 'node:os';
import * as v from 'valibot';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { SiteSettings } from '#api/platform/settings/site-settings.ts';
import { MaintenanceText } from '#contract/site.ts';
import type { Command } from './command.ts';
import { withDatabase } from './place.ts';

const defaultText = 'We are working on the site. You can read meanwhile.';

export const maintenance: Command = {
  usage: 'maintenance on [SENTENCE] | off | show',
  says: 'Makes the site read-only, with a sentence that everybody reads, or ends that. It holds within two seconds.',
  options: {},
  operands: [1, 2],
  async run({ config, operands: [verb = '', sentence], say }) {
    if (!['on', 'off', 'show'].includes(verb) || (sentence !== undefined && verb !== 'on'))
      throw new Refusal('Say on, off or show. Only "on" takes a sentence, in quotes.');
    const checked = v.safeParse(MaintenanceText, { text: sentence ?? defaultText });
    if (!checked.success) throw new Refusal(checked.issues[0].message);
    const { text } = checked.output;
    await withDatabase(config, async ({ db }) => {
      const site = new SiteSettings(db, () => new Date());
      if (verb === 'on') await site.beginMaintenance(text, `${userInfo().username} at the console`);
      else if (verb === 'off') await site.endMaintenance();
      const { maintenance: now } = await site.read();
      say(now ? `The site is read-only since ${now.at}, by ${now.by}: ${now.text}` : 'The site takes changes.');
    });
    return 0;
  },
};
