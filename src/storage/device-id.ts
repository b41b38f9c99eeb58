import { type Id, newId } from '#contract/ids.ts';
import { getMeta, setMeta } from './user-db.ts';

/** The id of this device, created on first use. The server tells a member's devices apart by it. */
export async function thisDevice(): Promise<Id> {
  const known = await getMeta('device');
  if (known) return known;
  const device = newId();
  await setMeta('device', device);
  return device;
}
