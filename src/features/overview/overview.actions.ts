import type { Id } from '#contract/ids.ts';
import { getOverview, type Overview } from '#contract/overview.ts';
import { runAction } from '#src/actions/run-action.ts';

/** @throws ApiFailure */
export const fetchOverview = (as: Id): Promise<Overview> => runAction(getOverview, { as });
