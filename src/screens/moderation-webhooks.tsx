import { useState } from 'react';
import { t } from '#contract/texts.ts';
import type { Webhook } from '#contract/webhooks.ts';
import { fetchWebhooks } from '#src/features/webhooks/webhooks.actions.ts';
import { Webhooks } from '#src/features/webhooks/webhooks.tsx';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { useSession } from '#src/session/use-session.ts';
import type { Elements } from '#src/ui/elements.ts';
import { ModerationPart } from './moderation-part.tsx';

/** Webhooks, for operators. @param parts the links to the other pages */
export function ModerationWebhooks({ parts }: { parts: Elements }) {
  const { user } = useSession();
  const [webhooks, setWebhooks] = useState<readonly Webhook[]>();
  const refreshed = useRefreshed(user?.id ?? null, async () => {
    if (user) setWebhooks(await fetchWebhooks(user.id));
  });
  return (
    <ModerationPart title={t`Moderation: webhooks`} name={t`Webhooks`} parts={parts} refreshed={refreshed}>
      {webhooks && user && <Webhooks userId={user.id} webhooks={webhooks} onChanged={setWebhooks} />}
    </ModerationPart>
  );
}
