import type { Person } from '#contract/people.ts';
import type { Subject } from './mutation.ts';

/** Somebody as the subject of a row. */
export const personSubject = ({ id, username }: Pick<Person, 'id' | 'username'>): Subject => ({
  kind: 'person',
  id,
  title: username,
  picture: null,
});
