import { type Id, newId } from '#contract/ids.ts';
import { recall, remember } from './vault.ts';

/** Which device this is, to the site. */
export async function thisDevice(): Promise<Id> {
  const known = await recall('device');
  if (known) return known;
  const device = newId();
  await remember('device', device);
  return device;
}
