import { sharedFolder } from '#src/features/favorites/shared-folder.queries.ts';
import { type PageCalls, pathFor } from '#src/queries/page-calls.ts';

export const calls: PageCalls = ({ shareId = '' }) => [pathFor(sharedFolder, shareId)];
