import { titleOf } from '#contract/bike-names.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import type { Subject } from '#src/outbox/mutation.ts';

export const bikeSubject = (bike: BikeCard): Subject => ({
  kind: 'bike',
  id: bike.id,
  title: titleOf(bike),
  picture: bike.cover && { id: bike.cover.id, here: false },
});

export const personSubject = ({ id, username }: Pick<Person, 'id' | 'username'>): Subject => ({
  kind: 'person',
  id,
  title: username,
  picture: null,
});

/** The scope of messages to a member and of blocking them: they are sent in order. */
export const talkScope = (personId: Id): string => `talk:${personId}`;
