import { lazy } from 'react';
import { useLocation } from 'react-router';
import { titleOf } from '#contract/bike-names.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { refusal } from '#contract/may.ts';
import { loginPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { Ellipsis } from '#src/ui/icons.js';
import { LateButton } from '#src/ui/late-button.tsx';

const loadEntries = () => import('./follow-entries.tsx');
const FollowEntries = lazy(() => loadEntries().then((it) => ({ default: it.FollowEntries })));

interface FollowMenuProps {
  bike: BikeCard;
  tags: readonly string[];
  /** Icon only, on a card. */
  compact?: boolean;
}

/**
 * Offers to follow a bike, its owner, its model and its tags. A visitor logs in first; the owner of the bike gets no
 * button.
 */
export function FollowMenu({ bike, tags, compact }: FollowMenuProps) {
  const { user } = useSession();
  const { pathname } = useLocation();
  const label = t.as('verb')`Follow`;
  if (refusal('bike.follow', user, bike) === 'follow.own') return null;
  if (!user) {
    return (
      <Button look="quiet" small to={loginPage(pathname)}>
        {label}
      </Button>
    );
  }
  const buttonProps = compact
    ? ({
        look: 'plain',
        icon: true,
        'aria-label': t`Follow: ${titleOf(bike)}`,
        children: <Ellipsis className="icon" aria-hidden="true" />,
      } as const)
    : ({ look: 'quiet', small: true, children: label } as const);
  return (
    <LateButton
      buttonProps={buttonProps}
      opens="menu"
      load={loadEntries}
      panel={(trigger) => <FollowEntries trigger={trigger} bike={bike} tags={tags} userId={user.id} />}
    />
  );
}
