import type { Person } from '#contract/people.ts';
import type { Subject } from './mutation.ts';

export const personSubject = ({ id, username }: Pick<Person, 'id' | 'username'>): Subject => ({
  kind: 'person',
  id,
  title: username,
  picture: null,
});
