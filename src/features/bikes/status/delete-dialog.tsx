import { titleOf } from '#contract/bike-names.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { t } from '#contract/texts.ts';
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
    <Dialog title={t`Delete the ${titleOf(bike)}?`} alert actions={actions} onClose={onClose}>
      <p>
        {bike.status === 'Removed'
          ? t`It’s erased now, with its photos. You can’t restore it.`
          : t`It comes down now. You can restore it for 30 days.`}
      </p>
    </Dialog>
  );
}
