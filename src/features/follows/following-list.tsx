import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { type Followed, type FollowKind, followKinds } from '#contract/follows.ts';
import type { Id } from '#contract/ids.ts';
import { keyPage } from '#contract/maker-pages.ts';
import { bikePage, searchPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { userPage } from '#contract/user-page.ts';
import { complain } from '#src/forms/complain.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Rows } from '#src/ui/rows.tsx';
import { Section } from '#src/ui/section.tsx';
import { followedTitle } from './followed-title.ts';
import { stopFollowing } from './follows.actions.ts';
import styles from './follows.module.css';
import { NewBikes } from './new-bikes.tsx';
import { TellsChoice } from './tells-choice.tsx';

const RenameSearch = lazy(() => import('./rename-search.tsx').then((it) => ({ default: it.RenameSearch })));

const headings: Record<FollowKind, string> = {
  member: t`Members`,
  bike: t`Bikes`,
  brand: t`Brands`,
  model: t`Models`,
  part: t`Parts`,
  tag: t`Tags`,
  search: t`Searches`,
};

/** The page of something followed. */
function pageOf({ kind, key, name, person, bike }: Followed): string {
  if (person) return userPage(person.id, person.username);
  if (bike) return bikePage(bike.id, bike.slug);
  if (kind === 'brand' || kind === 'model' || kind === 'part') return keyPage({ kind, key });
  return kind === 'search' ? `${searchPage()}?${key}` : searchPage({ keywords: name || key });
}

function FollowedName({ one }: { one: Followed }) {
  const title = followedTitle(one);
  return (
    <span className={one.person ? styles.person : styles.name}>
      {one.person && <Avatar person={one.person} />}
      <Link to={pageOf(one)} dir="auto">
        {title}
      </Link>
    </span>
  );
}

const hasAbout = ({ kind, newCount, bike }: Followed): boolean =>
  kind === 'search' ? Boolean(newCount) : Boolean(bike);

/** The owner of a bike; what is new of a search. */
function FollowedAbout({ one }: { one: Followed }) {
  if (one.kind !== 'search') return <span>{one.bike?.owner.username}</span>;
  return one.newCount && one.lookedAt ? <NewBikes count={one.newCount} since={one.lookedAt} /> : undefined;
}

interface FollowedActionsProps {
  one: Followed;
  userId: Id;
  onRename: () => void;
}

function FollowedActions({ one, userId, onRename }: FollowedActionsProps) {
  const title = followedTitle(one);
  return (
    <span className={classNames('row', styles.actions)}>
      {one.kind === 'search' && <TellsChoice search={one} userId={userId} />}
      {one.kind === 'search' && (
        <LinkButton aria-haspopup="dialog" aria-label={t`Rename ${title}`} onClick={onRename}>
          Rename
        </LinkButton>
      )}
      <LinkButton aria-label={t`Unfollow ${title}`} onClick={() => void stopFollowing(one, userId).catch(complain)}>
        Unfollow
      </LinkButton>
    </span>
  );
}

/** What a member follows, by kind. */
export function FollowingList({ items, userId }: { items: readonly Followed[]; userId: Id }) {
  const [renamed, setRenamed] = useState<Followed>();
  const groups = followKinds
    .map((kind) => ({ kind, some: items.filter((one) => one.kind === kind) }))
    .filter(({ some }) => some.length > 0);
  const rowOf = (one: Followed) => ({
    key: one.key,
    name: <FollowedName one={one} />,
    about: hasAbout(one) && <FollowedAbout one={one} />,
    detail: <FollowedActions one={one} userId={userId} onRename={() => setRenamed(one)} />,
  });
  return (
    <>
      {groups.map(({ kind, some }) => (
        <Section key={kind} title={headings[kind]}>
          <Rows rows={some.map(rowOf)} />
        </Section>
      ))}
      {renamed && (
        <Suspense>
          <RenameSearch search={renamed} userId={userId} onClose={() => setRenamed(undefined)} />
        </Suspense>
      )}
    </>
  );
}
