import type { AuthUser } from '#contract/auth.ts';
import type { Id } from '#contract/ids.ts';
import { useDraft } from '#src/features/drafts/drafts.queries.ts';
import type { WholeDraft } from '#src/features/drafts/drafts.ts';
import { useSiteDraft } from '#src/features/drafts/site-draft.queries.ts';
import { DraftConflict } from './draft-conflict.tsx';
import { noteReplaced } from './replaced.ts';

interface DraftConflictHereProps {
  user: AuthUser;
  id: Id;
}

function Asked({ user, draft }: { user: AuthUser; draft: WholeDraft }) {
  const { site, refresh } = useSiteDraft(user, draft.id, noteReplaced);
  return <DraftConflict draft={draft} site={site} ask={refresh} />;
}

/** Like `DraftApart`, for a draft created on this page: asks the server only after it reported a conflict. */
export function DraftConflictHere({ user, id }: DraftConflictHereProps) {
  const draft = useDraft(id);
  return draft?.site?.apart ? <Asked user={user} draft={draft} /> : null;
}
