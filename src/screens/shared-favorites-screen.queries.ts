import { initialFolder } from '#src/features/favorites/shared-folder.queries.ts';
import type { PageCalls } from '#src/queries/page-calls.ts';

export const calls: PageCalls = ({ shareId = '' }) => [initialFolder(shareId).path];
