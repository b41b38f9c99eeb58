import { passwordLimits } from '#contract/accounts.ts';
import { t } from '#contract/texts.ts';

/** Hint of a new password. */
export const passwordHint = (): string => t`At least ${passwordLimits.min} characters. Four words work well.`;
