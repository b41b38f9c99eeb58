import { type BikeCard, titleOf } from '#contract/bikes.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

interface DeleteDialogProps {
  bike: BikeCard;
  onDelete: () => void;
  onClose: () => void;
}

export function DeleteDialog({ bike, onDelete, onClose }: DeleteDialogProps) {
  const actions = (
    <>
      <Button look="quiet" onClick={onClose}>
        Back
      </Button>
      <Button look="danger" onClick={onDelete}>
        Delete
      </Button>
    </>
  );
  return (
    <Dialog title={`Delete the ${titleOf(bike)}?`} alert actions={actions} onClose={onClose}>
      <p>
        {bike.status === 'Removed'
          ? 'It cannot be restored: it is erased with its photos.'
          : 'It leaves the site at once. For 30 days you can restore it as a draft; then it is erased with its photos.'}
      </p>
    </Dialog>
  );
}
