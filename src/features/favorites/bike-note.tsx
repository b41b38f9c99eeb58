import { Link } from 'react-router';
import type { FolderBike } from '#contract/favorites.ts';
import { userPage } from '#contract/user-page.ts';
import { Prose } from './words.tsx';

/** The note on a bike of a folder and the keeper who added it, under its card. */
export const BikeNote = ({ bike: { note, addedBy } }: { bike: FolderBike }) => (
  <>
    {note && <Prose text={note} small />}
    {addedBy && (
      <p className="quiet small">
        <span>
          Added by <Link to={userPage(addedBy.id, addedBy.username)}>{addedBy.username}</Link>
        </span>
      </p>
    )}
  </>
);
