import { rules } from '#src/features/site/rules.queries.ts';
import { type PageCalls, pathFor } from '#src/queries/page-calls.ts';

export const calls: PageCalls = ({ policy }) => (policy === 'content-policy' ? [pathFor(rules, undefined)] : []);
