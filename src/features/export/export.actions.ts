import { pathOf } from '#contract/endpoint.ts';
import { countExport, downloadExport, type ExportCounts } from '#contract/export.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/actions/run-action.ts';

/**
 * Counts what the export contains. This renews the session if necessary, which the download link cannot do.
 * @throws ApiFailure
 */
export const countOwnExport = (as: Id): Promise<ExportCounts> => runAction(countExport, { as });

/** URL of the member's export. */
export const exportAddress = (as: Id): string => pathOf(downloadExport, {}, { as });
