import { t } from '#contract/texts.ts';
import { type PreferenceName, preferenceNames } from '#contract/user-preferences.ts';
import type { Chosen } from '#src/cache/values/preferences.ts';
import styles from './alert-preferences.module.css';
import { type OnChoose, PreferenceField } from './preference-field.tsx';
import { preferenceLabels } from './preference-labels.ts';
import { isAlert, preferenceText } from './preference-text.ts';
import formStyles from './preferences-form.module.css';

const names = preferenceNames.filter(isAlert);

interface AlertPreferencesProps {
  chosen: Chosen;
  onChoose: OnChoose;
}

function Box({ label, checked, onCheck }: { label: string; checked: boolean; onCheck: (checked: boolean) => void }) {
  return (
    <label>
      <input type="checkbox" aria-label={label} checked={checked} onChange={({ target }) => onCheck(target.checked)} />
    </label>
  );
}

interface AlertRowProps {
  name: PreferenceName;
  value: string;
  onChoose: OnChoose;
}

/** A notification is also shown on the site, so one is checked and unchecked with the other. */
function AlertRow({ name, value, onChoose }: AlertRowProps) {
  const { options } = preferenceText[name];
  const label = preferenceLabels[name];
  const canBeOff = options.some((option) => option.value === 'Off');
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        {canBeOff ? (
          <Box
            label={t`${label}, on the site`}
            checked={value !== 'Off'}
            onCheck={(checked) => onChoose(name, checked ? 'List' : 'Off')}
          />
        ) : (
          <span className="quiet small">Always</span>
        )}
      </td>
      <td>
        <Box
          label={t`${label}, notification`}
          checked={value === 'Notify'}
          onCheck={(checked) => onChoose(name, checked ? 'Notify' : 'List')}
        />
      </td>
    </tr>
  );
}

/** Preferences for alerts. */
export function AlertPreferences({ chosen, onChoose }: AlertPreferencesProps) {
  return (
    <>
      <table className={styles.alerts}>
        <thead>
          <tr>
            <th scope="col">Tell me about</th>
            <th scope="col">On the site</th>
            <th scope="col">Notification</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <AlertRow key={name} name={name} value={chosen[name] ?? 'Notify'} onChoose={onChoose} />
          ))}
        </tbody>
      </table>
      <p className={`quiet small ${styles.about}`}>
        These choices apply on every device where you turn notifications on. You always hear about moderators’ decisions
        on your bikes and comments.
      </p>
      <div className={formStyles.settings}>
        <PreferenceField name="quietHours" value={chosen.quietHours ?? 'Off'} onChoose={onChoose} />
      </div>
    </>
  );
}
