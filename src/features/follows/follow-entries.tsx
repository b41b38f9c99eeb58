import type { ReactElement } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { modelKeyOf } from '#contract/model-key.ts';
import { deletedMember } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import { isSame } from '#src/cache/values/following.ts';
import { complain } from '#src/forms/complain.ts';
import { Menu } from '#src/ui/menu.tsx';
import type { Followable } from './followed-title.ts';
import { startFollowing, stopFollowing } from './follows.actions.ts';
import { useFollowing } from './follows.queries.ts';

interface FollowEntriesProps {
  trigger: ReactElement;
  bike: BikeCard;
  tags: readonly string[];
  userId: Id;
}

type Choice = { thing: Followable; follow: string; stop: string };

/** What can be followed from a bike's page: its owner, the bike, its model and its tags. */
function choicesOf(bike: BikeCard, tags: readonly string[]): Choice[] {
  const { id, username, avatar } = bike.owner;
  const model = `${bike.brand} ${bike.model}`;
  const choices: (Choice | false)[] = [
    username !== deletedMember && {
      thing: { kind: 'member', key: id, name: '', person: { id, username, avatar } },
      follow: t`Follow ${username}`,
      stop: t`Stop following ${username}`,
    },
    {
      thing: { kind: 'bike', key: bike.id, name: '', bike },
      follow: t`Follow this bike`,
      stop: t`Stop following this bike`,
    },
    {
      thing: { kind: 'model', key: modelKeyOf(bike), name: model },
      follow: t`Follow every ${model}`,
      stop: t`Stop following every ${model}`,
    },
    ...tags.map(
      (tag): Choice => ({
        thing: { kind: 'tag', key: tag, name: '' },
        follow: t`Follow #${tag}`,
        stop: t`Stop following #${tag}`,
      }),
    ),
  ];
  return choices.filter((choice) => choice !== false);
}

/** The entries of a bike's Follow menu. */
export function FollowEntries({ trigger, bike, tags, userId }: FollowEntriesProps) {
  const followed = useFollowing().data ?? [];
  const entries = choicesOf(bike, tags).map(({ thing, follow, stop }) => {
    const on = followed.some((one) => isSame(one, thing));
    const set = on ? stopFollowing : startFollowing;
    return { label: on ? stop : follow, onSelect: () => void set(thing, userId).catch(complain) };
  });
  return <Menu trigger={trigger} entries={entries} />;
}
