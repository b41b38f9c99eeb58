import type { FolderBike } from '#contract/favorites.ts';
import { PersonLink } from '#src/ui/person-link.tsx';
import { Prose } from './words.tsx';

/** The note on a bike of a folder and the keeper who added it, under its card. */
export const BikeNote = ({ bike: { note, addedBy } }: { bike: FolderBike }) => (
  <>
    {note && <Prose text={note} small />}
    {addedBy && (
      <p className="quiet small">
        <span>
          Added by{' '}
          <bdi>
            <PersonLink person={addedBy} />
          </bdi>
        </span>
      </p>
    )}
  </>
);
