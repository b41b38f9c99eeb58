import { type Id, newId } from '#contract/ids.ts';
import { getMeta, setMeta } from './user-db.ts';

/** Which device this is, to the site. */
export async function thisDevice(): Promise<Id> {
  const known = await getMeta('device');
  if (known) return known;
  const device = newId();
  await setMeta('device', device);
  return device;
}
