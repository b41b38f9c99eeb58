import { useState } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import { listLikers } from '#contract/likes.ts';
import type { Person } from '#contract/people.ts';
import { runAction } from '#src/actions/run-action.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { Note } from '#src/ui/note.tsx';
import { PersonLink } from '#src/ui/person-link.tsx';
import styles from './likers-dialog.module.css';

interface LikersDialogProps {
  bike: Pick<BikeCard, 'id'>;
  onClose: () => void;
}

/** Members who like a bike, latest first. */
export function LikersDialog({ bike, onClose }: LikersDialogProps) {
  const [likers, setLikers] = useState<{ people: Person[]; next: string | null }>();
  const ask = async (cursor?: string) => {
    const { items, next } = await runAction(listLikers, { params: { bikeId: bike.id }, query: { cursor } });
    setLikers((before) => ({ people: cursor ? [...(before?.people ?? []), ...items] : items, next }));
  };
  const { error } = useRefreshed(bike.id, () => ask());
  const { people = [], next = null } = likers ?? {};
  return (
    <Dialog title="Liked by" actions={<Button onClick={onClose}>Done</Button>} onClose={onClose}>
      {error && (
        <Note state="failed" role="alert">
          {error.message}
        </Note>
      )}
      {!likers && !error && <Loader />}
      <ul className={styles.list}>
        {people.map((person) => (
          <li key={person.id}>
            <Avatar person={person} />
            <PersonLink person={person} />
          </li>
        ))}
      </ul>
      {next && <LoadMore load={() => ask(next)} />}
    </Dialog>
  );
}
