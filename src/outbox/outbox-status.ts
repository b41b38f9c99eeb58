import { createValue } from '#src/lib/value.ts';
import type { FlushResult } from './flush-outbox.ts';

/** Why the outbox stands still, or that it moves; for the strip and the outbox screen. */
export type OutboxStatus = FlushResult['outcome'] | 'sending';
export const outboxStatus = createValue<OutboxStatus>('idle');
