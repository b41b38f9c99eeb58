import { useState } from 'react';
import type { RoleHolder } from '#contract/moderation.ts';
import { t } from '#contract/texts.ts';
import { RoleList } from '#src/features/moderation/role-list.tsx';
import { fetchRoles } from '#src/features/moderation/roles.actions.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { useSession } from '#src/session/use-session.ts';
import type { Elements } from '#src/ui/elements.ts';
import { ModerationPart } from './moderation-part.tsx';

/** Who has a role, for operators. @param parts the links to the other pages */
export function ModerationRoles({ parts }: { parts: Elements }) {
  const { user } = useSession();
  const [holders, setHolders] = useState<RoleHolder[]>();
  const refreshed = useRefreshed(user?.id ?? null, async () => {
    if (user) setHolders(await fetchRoles(user.id));
  });
  return (
    <ModerationPart title={t`Moderation: roles`} name={t`Roles`} parts={parts} refreshed={refreshed}>
      {holders && user && <RoleList userId={user.id} holders={holders} onChanged={setHolders} />}
    </ModerationPart>
  );
}
