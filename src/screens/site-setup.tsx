import { useState } from 'react';
import type { SiteSetup } from '#contract/site.ts';
import { t } from '#contract/texts.ts';
import { SiteForms } from '#src/features/site/setup/site-forms.tsx';
import { fetchSetup } from '#src/features/site/setup/site-setup.actions.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { useSession } from '#src/session/use-session.ts';
import type { Elements } from '#src/ui/elements.ts';
import { ModerationPart } from './moderation-part.tsx';

/** The settings of the site itself, for operators. @param parts the links to the other pages */
export function SiteSetupPage({ parts }: { parts: Elements }) {
  const { user } = useSession();
  const [setup, setSetup] = useState<SiteSetup>();
  const refreshed = useRefreshed(user?.id ?? null, async () => {
    if (user) setSetup(await fetchSetup(user.id));
  });
  return (
    <ModerationPart title={t`Moderation: the site`} name={t`The site`} parts={parts} refreshed={refreshed}>
      {setup && user && <SiteForms userId={user.id} setup={setup} onChanged={setSetup} />}
    </ModerationPart>
  );
}
