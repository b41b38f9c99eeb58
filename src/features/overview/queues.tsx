import type { Overview } from '#contract/overview.ts';
import { figure } from '#src/ui/format.ts';
import { SpecList } from '#src/ui/spec-list.tsx';

/** The server counts no further. */
const maxLength = 10_000;

const names: Record<string, string> = {
  mails: 'Mails',
  erasures: 'Accounts to erase',
  counting: 'Likes, views and comments to count',
  'copies of members': 'Changed names and pictures',
  pushes: 'Pushes',
  flags: 'Open flags',
};

/** How much waits in each queue. */
export const Queues = ({ queues }: Pick<Overview, 'queues'>) => (
  <SpecList
    rows={queues.map(({ name, length }) => ({
      name: names[name] ?? name,
      value: figure(length),
      ...(length >= maxLength && { unit: 'or more' }),
    }))}
  />
);
