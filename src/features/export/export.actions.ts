import { pathOf } from '#contract/endpoint.ts';
import { countExport, downloadExport, type ExportCounts } from '#contract/export.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/action-state/run-action.ts';

/**
 * Asks what there is of a member, which renews the session where it has to be: the link that follows cannot.
 * @throws ApiFailure
 */
export const countOwnExport = (as: Id): Promise<ExportCounts> =>
  runAction('GetExport', (call) => call(countExport, { as }));

/** Where the browser downloads the member's archive. */
export const exportAddress = (as: Id): string => pathOf(downloadExport, {}, { as });
