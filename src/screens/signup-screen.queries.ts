import { joining } from '#src/features/accounts/joining.queries.ts';
import { type PageCalls, pathFor } from '#src/queries/page-calls.ts';

export const calls: PageCalls = () => [pathFor(joining, undefined)];
