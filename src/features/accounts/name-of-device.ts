import type { MemberSession } from '#contract/sessions.ts';

/** What a device is called in a list. */
export const nameOfDevice = ({ device }: Pick<MemberSession, 'device'>): string => device || 'Unknown device';
