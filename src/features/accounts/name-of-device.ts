import type { MemberSession } from '#contract/sessions.ts';

/** Display name of a device. */
export const nameOfDevice = ({ device }: Pick<MemberSession, 'device'>): string => device || 'Unknown device';
