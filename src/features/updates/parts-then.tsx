import type { Bike } from '#contract/bike-whole.ts';
import { byGroup } from '#contract/components.ts';
import type { BikeUpdate } from '#contract/history.ts';
import { componentSlotLabel } from '#contract/option-labels.ts';
import { t } from '#contract/texts.ts';
import { partsThen } from '#contract/update-parts.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { plainDay } from '#src/ui/format.ts';
import { SpecList } from '#src/ui/spec-list.tsx';

interface PartsThenProps {
  bike: Bike;
  update: BikeUpdate;
  onClose: () => void;
}

/** The parts list as it was after an update. */
export function PartsThen({ bike, update, onClose }: PartsThenProps) {
  const day = plainDay(new Date(update.date), useDisplayPreferences());
  const parts = byGroup(partsThen(bike, update)).flatMap(({ components }) => components);
  const rows = parts.map(({ slot, brand, text }) => ({
    name: componentSlotLabel(slot),
    value: <bdi>{`${brand} ${text}`}</bdi>,
  }));
  return (
    <Dialog title={t`Parts on ${day}`} sheet actions={null} onClose={onClose}>
      <SpecList rows={rows} />
    </Dialog>
  );
}
