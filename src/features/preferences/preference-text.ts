import { dayText } from '#contract/dates.ts';
import { maxSearchAlerts } from '#contract/list-sizes.ts';
import {
  clockFormats,
  dataUses,
  languages,
  listAudiences,
  messageChoices,
  styles,
  themes,
  unitSystems,
} from '#contract/preference-choices.ts';
import {
  type ClockFormat,
  type DataUse,
  type ListAudience,
  type MessageChoice,
  type Theme,
  type UnitSystem,
  usualIn,
} from '#contract/preferences.ts';
import { hoursOf, quietHours } from '#contract/quiet-hours.ts';
import { t } from '#contract/texts.ts';
import { timeText } from '#contract/times.ts';
import type { PreferenceName } from '#contract/user-preferences.ts';
import { displayPreferences, siteWriting } from '#src/ui/display-preferences.ts';
import { languageNames } from './language-names.ts';

type PreferenceText = {
  hint?: string;
  options: readonly { value: string; label: string }[];
};

const unitNames: Record<UnitSystem, string> = { Metric: t`kg, cm`, Imperial: t`lb, in` };
const dataNames: Record<DataUse, string> = { System: t`Auto`, Reduced: t`Small`, Full: t`Full` };
const messageNames: Record<MessageChoice, string> = {
  Everyone: t`Everyone`,
  'Bike owners': t`Bike owners`,
  Nobody: t`Nobody`,
};
const audienceNames: Record<ListAudience, string> = { Everyone: t`Everyone`, Nobody: t`Only you` };
const audienceOptions = listAudiences.map((value) => ({ value, label: audienceNames[value] }));
const themeNames: Record<Theme, string> = { System: t`Auto`, Light: t`Light`, Dark: t`Dark` };

const alertOptions = [
  { value: 'Notify', label: t`Site and notification` },
  { value: 'List', label: t`Site only` },
  { value: 'Off', label: t`Off` },
] as const;

const timeOf = (hours: number, minutes: number, clock: ClockFormat): string =>
  (siteWriting()?.time ?? timeText)(hours, minutes, clock);

function quietText(value: string): string {
  const hours = hoursOf(value);
  if (!hours) return t`Off`;
  const { clock } = displayPreferences();
  // For translators: times of day, such as “22:00 to 7:00”.
  return t`${timeOf(hours.from, 0, clock)} to ${timeOf(hours.to, 0, clock)}`;
}

/** The hint of each preference, and its options. */
export const preferenceText: Record<PreferenceName, PreferenceText> = {
  units: { options: unitSystems.map((value) => ({ value, label: unitNames[value] })) },
  language: {
    options: languages.map((value) => ({ value, label: languageNames[value] })),
  },
  style: {
    options: styles.toReversed().map((value) => ({ value, label: dayText(4, 6, 2026, value) })),
  },
  clock: {
    // Read each time, as are the quiet hours, because they follow other preferences.
    get options() {
      return clockFormats.toReversed().map((value) => ({ value, label: timeOf(15, 5, value) }));
    },
  },
  commentAlerts: { options: alertOptions },
  mentionAlerts: { options: alertOptions },
  likeAlerts: { options: alertOptions },
  favoriteAlerts: { options: alertOptions },
  winnerAlerts: { options: alertOptions },
  rankingAlerts: { options: alertOptions },
  followAlerts: { options: alertOptions },
  searchAlerts: {
    hint: t`Of the searches for which you chose alerts, at most ${maxSearchAlerts} alerts a day.`,
    options: alertOptions,
  },
  messageAlerts: {
    options: [
      { value: 'Notify', label: t`Count and notification` },
      { value: 'List', label: t`Count only` },
    ],
  },
  quietHours: {
    hint: t`Notifications wait until these hours are over.`,
    get options() {
      return quietHours.map((value) => ({ value, label: quietText(value) }));
    },
  },
  data: {
    hint: t`Small saves data. Auto follows your device.`,
    options: dataUses.map((value) => ({ value, label: dataNames[value] })),
  },
  conversationsFrom: {
    hint: t`Existing conversations continue. Others are told that you aren't accepting new messages.`,
    options: messageChoices.map((value) => ({ value, label: messageNames[value] })),
  },
  followersFor: { options: audienceOptions },
  followingFor: {
    hint: t`Only members are ever shown, never the bikes, models, tags and searches that you follow.`,
    options: audienceOptions,
  },
  weeklyMail: {
    hint: t`Comes on Fridays at 8:00, by the clock of your device, if there is news of what you follow or of your bikes.`,
    options: [
      { value: 'Off', label: t`Off` },
      { value: 'On', label: t`On` },
    ],
  },
  theme: { options: themes.map((value) => ({ value, label: themeNames[value] })) },
};

/** Label of an option. */
export const choiceText = (name: PreferenceName, value: string): string =>
  preferenceText[name].options.find((one) => one.value === value)?.label ?? value;

/** Whether the preference affects rendering, so that the device needs it before it reads any database. */
export const isShown = (name: string): boolean => Object.hasOwn(usualIn(''), name);

export const isAlert = (name: string): boolean => name.endsWith('Alerts');
