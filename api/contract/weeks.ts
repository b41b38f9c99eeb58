import * as v from 'valibot';
import { atMost } from './bounds.ts';

/** ISO 8601 week such as `2026-W46`: Monday to Sunday, UTC. */
export const Week = v.pipe(atMost(v.string(), 8), v.regex(/^\d{4}-W\d\d$/));
