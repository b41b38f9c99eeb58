import { storagePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { NavRow } from '#src/ui/nav-row.tsx';
import { sizeText } from '#src/ui/size-text.ts';
import { useRoom } from './use-room.ts';

/** Leads to the storage page; shows how much is stored on this device. */
export function StorageRow() {
  const { room } = useRoom();
  return (
    <NavRow to={storagePage()} detail={room && t`${sizeText(room.used)} on this device`}>
      Storage
    </NavRow>
  );
}
