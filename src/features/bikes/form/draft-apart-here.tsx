import type { AuthUser } from '#contract/auth.ts';
import type { Id } from '#contract/ids.ts';
import type { WholeDraft } from '#src/drafts/drafts.ts';
import { DraftApart } from './draft-apart.tsx';
import { useDraft } from './drafts.queries.ts';
import { noteReplaced } from './replaced.ts';
import { useSiteDraft } from './site-draft.queries.ts';

interface DraftApartHereProps {
  user: AuthUser;
  id: Id;
}

function Asked({ user, draft }: { user: AuthUser; draft: WholeDraft }) {
  const { site, refresh } = useSiteDraft(user, draft.id, noteReplaced);
  return <DraftApart draft={draft} site={site} ask={refresh} />;
}

/** The same for a draft that began on this page: the site is asked for it when it says that there is another. */
export function DraftApartHere({ user, id }: DraftApartHereProps) {
  const draft = useDraft(id);
  return draft?.site?.apart ? <Asked user={user} draft={draft} /> : null;
}
