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
import { timeText } from '#contract/times.ts';
import type { PreferenceName } from '#contract/user-preferences.ts';
import { languageNames } from './language-names.ts';

type Words = {
  label: string;
  hint?: string;
  options: readonly { value: string; label: string }[];
};

const unitNames: Record<UnitSystem, string> = { Metric: 'Metric: kg, cm, km', Imperial: 'Imperial: lb, in, mi' };
const dataNames: Record<DataUse, string> = { System: 'Same as this device', Reduced: 'Reduced', Full: 'Full' };
const messageNames: Record<MessageChoice, string> = {
  Everyone: 'Everyone',
  'Bike owners': 'Members who posted a bike',
  Nobody: 'Nobody new',
};
const themeNames: Record<Theme, string> = { System: 'Same as this device', Light: 'Light', Dark: 'Dark' };

const alertOptions = [
  { value: 'Notify', label: 'Alert and notification' },
  { value: 'List', label: 'Alert only' },
  { value: 'Off', label: 'Off' },
] as const;

/** Labels of each preference and its options. */
export const preferenceWords: Record<PreferenceName, Words> = {
  units: {
    label: 'Units',
    hint: 'Weights, frame sizes and distances. Tire width and travel are always in mm.',
    options: unitSystems.map((value) => ({ value, label: unitNames[value] })),
  },
  language: {
    label: 'Language',
    hint: 'Date and number format. The site is in English.',
    options: languages.map((value) => ({ value, label: languageNames[value] })),
  },
  style: {
    label: 'Dates',
    options: styles.map((value) => ({ value, label: `${value}: ${dayText(4, 6, 2025, value)}` })),
  },
  clock: {
    label: 'Clock',
    options: clockFormats.map((value) => ({ value, label: `${value}: ${timeText(15, 5, value)}` })),
  },
  commentAlerts: { label: 'Comments on your bikes', options: alertOptions },
  mentionAlerts: { label: 'Mentions of you', options: alertOptions },
  likeAlerts: { label: 'Likes', options: alertOptions },
  favoriteAlerts: { label: 'Favorites', options: alertOptions },
  winnerAlerts: { label: 'Bike of the Week', options: alertOptions },
  messageAlerts: {
    label: 'Messages',
    hint: 'Unread messages always show a count.',
    options: [
      { value: 'Notify', label: 'Count and notification' },
      { value: 'List', label: 'Count only' },
    ],
  },
  data: {
    label: 'Data',
    hint: 'Reduced saves data: small photos until you open a large one.',
    options: dataUses.map((value) => ({ value, label: dataNames[value] })),
  },
  conversationsFrom: {
    label: 'Who can start a conversation with you',
    hint: "Existing conversations continue. Others are told that you aren't accepting new messages.",
    options: messageChoices.map((value) => ({ value, label: messageNames[value] })),
  },
  theme: { label: 'Light or dark', options: themes.map((value) => ({ value, label: themeNames[value] })) },
};

/** Label of an option. */
export const choiceWords = (name: PreferenceName, value: string): string =>
  preferenceWords[name].options.find((one) => one.value === value)?.label ?? value;

/** Whether the preference affects rendering, so that the device needs it before it reads any database. */
export const isShown = (name: string): boolean => Object.hasOwn(usualIn(''), name);

export const isAlert = (name: string): boolean => name.endsWith('Alerts');
