import type { Id } from '#contract/ids.ts';
import type { SiteSetup as Setup } from '#contract/site.ts';
import { many, t } from '#contract/texts.ts';
import { Disclosure } from '#src/ui/disclosure.tsx';
import { AnnouncementForm } from './announcement-form.tsx';
import { BlocksForm } from './blocks-form.tsx';
import { JoiningForm, modeLabels } from './joining-form.tsx';
import { LookForm } from './look-form.tsx';
import { MaintenanceForm } from './maintenance-form.tsx';
import { RulesForm } from './rules-form.tsx';
import { SenderForm } from './sender-form.tsx';

export interface SetupFormProps {
  userId: Id;
  setup: Setup;
  /** Called with the server's answer to a change. */
  onChanged: (setup: Setup) => void;
}

/** The forms that change the site. */
export function SiteForms(props: SetupFormProps) {
  const { settings, defaults, announcement, maintenance, joining } = props.setup;
  const { blockedDomains, blockedAddresses, blockedNetworks, blockedNames } = joining;
  const blocked = [blockedDomains, blockedAddresses, blockedNetworks, blockedNames].flat().length;
  return (
    <div>
      <Disclosure title="Announcement" about={announcement ? t`Shown to everybody` : t`None`}>
        <AnnouncementForm {...props} />
      </Disclosure>
      <Disclosure
        title="Maintenance"
        about={maintenance ? t`The site is read-only` : t`Off`}
        wanted={maintenance !== null}
      >
        <MaintenanceForm {...props} />
      </Disclosure>
      <Disclosure title="Joining" about={modeLabels[joining.mode]}>
        <JoiningForm {...props} />
      </Disclosure>
      <Disclosure title="Who cannot join" about={blocked > 0 ? many(blocked)`# entry|# entries` : t`None`}>
        <BlocksForm {...props} />
      </Disclosure>
      <Disclosure title="Name and color" about={settings.name ?? defaults.name}>
        <LookForm {...props} />
      </Disclosure>
      <Disclosure title="Sender of mails" about={settings.sender ?? defaults.sender}>
        <SenderForm {...props} />
      </Disclosure>
      <Disclosure title="Rules" about={settings.rules ? t`Your own` : t`Built in`}>
        <RulesForm {...props} />
      </Disclosure>
    </div>
  );
}
