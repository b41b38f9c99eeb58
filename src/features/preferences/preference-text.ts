import { dayText } from '#contract/dates.ts';
import {
  clockFormats,
  dataUses,
  languages,
  messageChoices,
  styles,
  themes,
  unitSystems,
} from '#contract/preference-choices.ts';
import { type DataUse, type MessageChoice, type Theme, type UnitSystem, usualIn } from '#contract/preferences.ts';
import { hoursOf, quietHours } from '#contract/quiet-hours.ts';
import { timeText } from '#contract/times.ts';
import type { PreferenceName } from '#contract/user-preferences.ts';
import { displayPreferences } from '#src/ui/display-preferences.ts';
import { languageNames } from './language-names.ts';

type PreferenceText = {
  label: string;
  hint?: string;
  options: readonly { value: string; label: string }[];
};

const unitNames: Record<UnitSystem, string> = { Metric: 'kg, cm', Imperial: 'lb, in' };
const dataNames: Record<DataUse, string> = { System: 'Auto', Reduced: 'Small', Full: 'Full' };
const messageNames: Record<MessageChoice, string> = {
  Everyone: 'Everyone',
  'Bike owners': 'Bike owners',
  Nobody: 'Nobody',
};
const themeNames: Record<Theme, string> = { System: 'Auto', Light: 'Light', Dark: 'Dark' };

const alertOptions = [
  { value: 'Notify', label: 'Site and notification' },
  { value: 'List', label: 'Site only' },
  { value: 'Off', label: 'Off' },
] as const;

function quietText(value: string): string {
  const hours = hoursOf(value);
  const { clock } = displayPreferences();
  return hours ? `${timeText(hours.from, 0, clock)} to ${timeText(hours.to, 0, clock)}` : 'Off';
}

/** Labels of each preference and its options. */
export const preferenceText: Record<PreferenceName, PreferenceText> = {
  units: { label: 'Units', options: unitSystems.map((value) => ({ value, label: unitNames[value] })) },
  language: {
    label: 'Language',
    hint: 'Date and number format. The site is in English.',
    options: languages.map((value) => ({ value, label: languageNames[value] })),
  },
  style: { label: 'Date', options: styles.toReversed().map((value) => ({ value, label: dayText(4, 6, 2026, value) })) },
  clock: {
    label: 'Clock',
    options: clockFormats.toReversed().map((value) => ({ value, label: timeText(15, 5, value) })),
  },
  commentAlerts: { label: 'Comments', options: alertOptions },
  mentionAlerts: { label: 'Mentions', options: alertOptions },
  likeAlerts: { label: 'Likes', options: alertOptions },
  favoriteAlerts: { label: 'Favorites', options: alertOptions },
  winnerAlerts: { label: 'Bike of the Week', options: alertOptions },
  messageAlerts: {
    label: 'Messages',
    options: [
      { value: 'Notify', label: 'Count and notification' },
      { value: 'List', label: 'Count only' },
    ],
  },
  quietHours: {
    label: 'Quiet hours',
    hint: 'Notifications wait until these hours are over.',
    // Read each time, because it follows another preference.
    get options() {
      return quietHours.map((value) => ({ value, label: quietText(value) }));
    },
  },
  data: {
    label: 'Photos',
    hint: 'Small saves data. Auto follows your device.',
    options: dataUses.map((value) => ({ value, label: dataNames[value] })),
  },
  conversationsFrom: {
    label: 'New conversations from',
    hint: "Existing conversations continue. Others are told that you aren't accepting new messages.",
    options: messageChoices.map((value) => ({ value, label: messageNames[value] })),
  },
  theme: { label: 'Theme', options: themes.map((value) => ({ value, label: themeNames[value] })) },
};

/** Label of an option. */
export const choiceText = (name: PreferenceName, value: string): string =>
  preferenceText[name].options.find((one) => one.value === value)?.label ?? value;

/** Whether the preference affects rendering, so that the device needs it before it reads any database. */
export const isShown = (name: string): boolean => Object.hasOwn(usualIn(''), name);

export const isAlert = (name: string): boolean => name.endsWith('Alerts');
