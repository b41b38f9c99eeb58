import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { useSession } from '#src/session/use-session.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { Segment } from '#src/ui/segment.tsx';

/** Switches the viewer's units; the same setting as on the preferences page. */
export function UnitSwitch() {
  const { units } = useDisplayPreferences();
  const { user } = useSession();
  const choose = async (value: typeof units) => {
    const { chooseUnits } = await import('./choose-units.ts');
    await chooseUnits(user?.id ?? null, value);
  };
  return (
    <Segment
      className="needs-script"
      label="Units"
      options={[
        { value: 'Metric', label: t`Metric` },
        { value: 'Imperial', label: t`Imperial` },
      ]}
      value={units}
      onChoose={(value) => void choose(value).catch(complain)}
    />
  );
}
