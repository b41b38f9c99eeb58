import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { PeopleList, type PeopleListProps } from './people-list.tsx';

interface PeopleDialogProps extends PeopleListProps {
  title: string;
  onClose: () => void;
}

/** A list of members in a dialog. */
export const PeopleDialog = ({ title, onClose, ...list }: PeopleDialogProps) => (
  <Dialog title={title} actions={<Button onClick={onClose}>Done</Button>} onClose={onClose}>
    <PeopleList {...list} />
  </Dialog>
);
