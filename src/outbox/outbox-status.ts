import { atom } from 'jotai/vanilla';
import type { FlushResult } from './flush-outbox.ts';

/** Whether the outbox is sending, or why not. For the status bar and the outbox screen. */
export type OutboxStatus = FlushResult['outcome'] | 'sending';
export const outboxStatusAtom = atom<OutboxStatus>('idle');
