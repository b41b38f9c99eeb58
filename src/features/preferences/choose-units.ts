import type { Id } from '#contract/ids.ts';
import type { UnitSystem } from '#contract/preference-choices.ts';
import { choose } from '#src/ui/choose-preferences.ts';
import { chooseForMember } from './preferences.actions.ts';

/** Sets the units of a member, or of this device's visitor. @throws ApiFailure */
export async function chooseUnits(userId: Id | null, units: UnitSystem): Promise<void> {
  if (userId) await chooseForMember(userId, 'units', units);
  else choose({ units }, null);
}
