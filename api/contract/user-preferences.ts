import * as v from 'valibot';
import type { AlertType } from './alerts.ts';
import { endpoint } from './endpoint.ts';
import {
  clockFormats,
  dataUses,
  languages,
  messageChoices,
  styles,
  themes,
  unitSystems,
} from './preference-choices.ts';
import { Seen } from './seen.ts';

/** Whether something is told as an alert, outside of the page as well, or not at all. */
const alertChoices = ['Notify', 'List', 'Off'] as const;
/** What was not read is always counted. */
const messageAlertChoices = ['Notify', 'List'] as const;

/** What each preference can be. */
const preferenceChoices = {
  units: unitSystems,
  language: languages,
  style: styles,
  clock: clockFormats,
  theme: themes,
  data: dataUses,
  commentAlerts: alertChoices,
  mentionAlerts: alertChoices,
  likeAlerts: alertChoices,
  favoriteAlerts: alertChoices,
  winnerAlerts: alertChoices,
  messageAlerts: messageAlertChoices,
  conversationsFrom: messageChoices,
} as const satisfies Record<string, readonly string[]>;
export type PreferenceName = keyof typeof preferenceChoices;
export const preferenceNames = Object.keys(preferenceChoices) as PreferenceName[];

/** The preference that each type of alert is switched by; null for what moderators decide, which is always told. */
export const alertSwitches = {
  comment: 'commentAlerts',
  mention: 'mentionAlerts',
  like: 'likeAlerts',
  favorite: 'favoriteAlerts',
  winner: 'winnerAlerts',
  bikeStatus: null,
  commentStatus: null,
} as const satisfies Record<AlertType, PreferenceName | null>;

/** Whether something is a preference that this build knows, with a value that it can have. */
export const isChoice = (name: string, value: string): boolean =>
  Object.hasOwn(preferenceChoices, name) &&
  (preferenceChoices[name as PreferenceName] as readonly string[]).includes(value);

const Version = v.pipe(v.number(), v.integer(), v.minValue(0));

const changeOf = (name: PreferenceName) =>
  v.object({
    name: v.literal(name),
    value: v.picklist(preferenceChoices[name], 'This is none of the choices.'),
    seen: Seen,
  });

/** A preference as a device wants it to be. */
const PreferenceChange = v.variant('name', preferenceNames.map(changeOf), 'There is no such preference.');
export type PreferenceChange = v.InferOutput<typeof PreferenceChange>;

/** What a member has chosen, by name; what is not there is as the device has it. */
const ChosenPreferences = v.object({
  /** Another after each change; 0 while nothing was chosen. */
  version: Version,
  chosen: v.record(v.string(), v.object({ value: v.string(), version: Version })),
});
export type ChosenPreferences = v.InferOutput<typeof ChosenPreferences>;

export const getPreferences = endpoint('GET', '/user/preferences', { reply: ChosenPreferences, private: true });
/** Chooses one. `preference.changed`: another device has chosen something else since this one looked. */
export const putPreference = endpoint('PUT', '/user/preferences', {
  body: PreferenceChange,
  reply: ChosenPreferences,
  private: true,
});
