import { t } from '#contract/texts.ts';
import type { DropLabel } from '#src/outbox/define-mutation.ts';

/** Texts of the buttons that take a mutation back, and of the toasts that follow. */
export const dropTexts: Record<DropLabel, { label: string; done: string }> = {
  cancel: { label: t`Don't send`, done: t`Removed.` },
  delete: { label: t`Delete`, done: t`Deleted.` },
  'leave-out': { label: t`Leave it out`, done: t`Left out.` },
  undo: { label: t`Undo`, done: t`Undone.` },
};
