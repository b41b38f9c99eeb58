import { createValue } from '#src/ground/value.ts';
import type { DrainResult } from './drain.ts';

/** Why the outbox stands still, or that it moves; for the strip and the outbox screen. */
export type OutboxStatus = DrainResult['outcome'] | 'sending';
export const outboxStatus = createValue<OutboxStatus>('idle');
