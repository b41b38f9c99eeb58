import type { Validation } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { useResult } from '#src/actions/use-result.ts';
import { ApiFailure, ignoreApiFailure } from '#src/lib/failure.ts';
import { isUnderWay } from '#src/lib/result.ts';
import { publishDraft } from './bike-form.actions.ts';
import { checkDraft } from './publish.ts';

/**
 * Publishes a draft.
 * @param id id of the draft; null for an untouched form
 * @param refuse called with the validation errors
 * @param done called when the bike has been queued
 */
export function usePublish(
  id: Id | null,
  action: 'AddBike' | 'EditBike',
  refuse: (validation: Validation) => void,
  done: () => void,
) {
  const result = useResult(action);
  const run = async () => {
    if (!id) return refuse(checkDraft({ fields: {}, photos: [] }).validation ?? {});
    try {
      await publishDraft(id, action);
      done();
    } catch (cause) {
      if (cause instanceof ApiFailure && cause.kind === 'validation') refuse(cause.validation);
      else ignoreApiFailure(cause);
    }
  };
  // The page is left as soon as publishing succeeds, so the button stays busy until then.
  const busy = isUnderWay(result) || result.successful === true;
  return { busy, problem: result.error?.message ?? null, run };
}
