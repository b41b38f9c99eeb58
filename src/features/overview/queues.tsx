import type { Overview } from '#contract/overview.ts';
import { t } from '#contract/texts.ts';
import { figure } from '#src/ui/format.ts';
import { SpecList } from '#src/ui/spec-list.tsx';

/** The server counts no further. */
const maxLength = 10_000;

const names: Record<string, string> = {
  mails: t`Mails`,
  erasures: t`Accounts to erase`,
  counting: t`Likes, views and comments to count`,
  'copies of members': t`Changed names and pictures`,
  pushes: t`Pushes`,
  webhooks: t`Messages to webhooks`,
  flags: t`Open flags`,
  applicants: t`Applicants`,
};

/** How much waits in each queue. */
export const Queues = ({ queues }: Pick<Overview, 'queues'>) => (
  <SpecList
    rows={queues.map(({ name, length }) => ({
      name: names[name] ?? name,
      value: figure(length),
      ...(length >= maxLength && { unit: t`or more` }),
    }))}
  />
);
