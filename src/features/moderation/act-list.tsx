import { Link } from 'react-router';
import { keyPage } from '#contract/maker-pages.ts';
import type { Act } from '#contract/moderation.ts';
import { moderatedMemberPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Rows } from '#src/ui/rows.tsx';
import { actText } from './case-text.ts';

/** Acts of moderators. */
export function ActList({ acts }: { acts: readonly Act[] }) {
  if (acts.length === 0) return <p className="quiet">No decisions yet.</p>;
  return (
    <Rows
      rows={acts.map((act) => ({
        key: act.id,
        name: actText(act),
        about: (
          <>
            {act.maker ? (
              <Link to={keyPage(act.maker)}>{act.maker.key}</Link>
            ) : (
              <Link to={moderatedMemberPage(act.member.id)}>{act.member.username}</Link>
            )}
            {act.bike && <span>{` · ${act.bike.title}`}</span>}
            {act.update && <span>{` · ${act.update.title}`}</span>}
          </>
        ),
        failure: !act.done && t`Not finished: decide once more.`,
        detail: <Ago time={act.at} />,
      }))}
    />
  );
}
