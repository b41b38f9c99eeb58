import type { BikeCard } from '#contract/bikes.ts';
import { listLikers } from '#contract/likes.ts';
import { t } from '#contract/texts.ts';
import { runAction } from '#src/actions/run-action.ts';
import { PeopleDialog } from '#src/queries/people-dialog.tsx';

interface LikersDialogProps {
  bike: Pick<BikeCard, 'id'>;
  onClose: () => void;
}

/** Members who like a bike, latest first. */
export const LikersDialog = ({ bike: { id: bikeId }, onClose }: LikersDialogProps) => (
  <PeopleDialog
    title={t`Liked by`}
    name={bikeId}
    fetch={(cursor) => runAction(listLikers, { params: { bikeId }, query: { cursor } })}
    onClose={onClose}
  />
);
