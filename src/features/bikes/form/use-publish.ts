import { useState } from 'react';
import type { Validation } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { ApiFailure } from '#src/ground/failure.ts';
import { publishDraft } from '../bikes.actions.ts';
import { checkDraft, PublishRefusal } from './publish.ts';

/**
 * Publishes a draft.
 * @param id the draft's id; null for a form that nobody has touched
 * @param refuse is given the sentences about the fields
 * @param done the bike is on its way
 */
export function usePublish(id: Id | null, refuse: (validation: Validation) => void, done: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const validation = id ? await publishDraft(id) : checkDraft({ fields: {}, photos: [] }).validation;
      if (!validation) return done();
      refuse(validation);
    } catch (error) {
      if (error instanceof ApiFailure && error.kind === 'validation') refuse(error.validation);
      else if (error instanceof ApiFailure || error instanceof PublishRefusal) setProblem(error.message);
      else setProblem('This could not be kept on this device. Your draft is still here.');
    }
    setBusy(false);
  };
  return { busy, problem, run };
}
