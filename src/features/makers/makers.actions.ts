import type { Id } from '#contract/ids.ts';
import { changeMakerRules, getMakerRules, type MakerRules } from '#contract/makers.ts';
import { runAction } from '#src/actions/run-action.ts';
import { type Named, noteNameChange } from './name-changes.ts';

export type RulesChange = { name?: string; into?: { brand: string; name: string } | null };

/** Fetches how moderators changed or merged a name. @throws ApiFailure */
export const fetchRules = (as: Id, { kind, key }: Named): Promise<MakerRules> =>
  runAction(getMakerRules, { as, params: { kind, key } });

/** Merges a name into another, or changes it. Its page is shown anew. @throws ApiFailure */
export async function changeRules(as: Id, { kind, key }: Named, body: RulesChange): Promise<void> {
  await runAction(changeMakerRules, { as, params: { kind, key }, body });
  noteNameChange({ kind, key });
}
