import type { Id } from '#contract/ids.ts';
import type { ViewerMarks } from '#contract/marks.ts';
import type { OutboxRow } from '../rows.ts';

const nothing: ViewerMarks['flagged'] = { bike: false, commentIds: [] };

/** A thing of a bike among those that its viewer has flagged. */
export const withFlag = (flagged = nothing, { kind, targetId }: Pick<OutboxRow, 'kind' | 'targetId'>) => ({
  bike: flagged.bike || kind === 'flag.bike',
  commentIds: kind === 'flag.comment' ? [...new Set([...flagged.commentIds, targetId])] : flagged.commentIds,
});

/** What of a bike the viewer has flagged, with what waits. @param flagged what the site knows of */
export const overlayFlags = (
  bikeId: Id,
  flagged: ViewerMarks['flagged'] | undefined,
  rows: readonly OutboxRow[],
): ViewerMarks['flagged'] =>
  rows.filter((row) => row.subject.id === bikeId && row.state !== 'failed').reduce(withFlag, flagged ?? nothing);
