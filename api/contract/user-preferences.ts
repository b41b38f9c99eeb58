import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import type { AlertType } from './alerts.ts';
import { endpoint } from './endpoint.ts';
import {
  clockFormats,
  dataUses,
  languages,
  listAudiences,
  messageChoices,
  styles,
  themes,
  unitSystems,
} from './preference-choices.ts';
import { defineProblems } from './problems.ts';
import { quietHours } from './quiet-hours.ts';
import { Seen } from './seen.ts';
import { TimeZone } from './time-zone.ts';

const preferenceProblems = defineProblems({
  'preference.changed': { status: 409, message: t`You changed this on another device in the meantime.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    preference: typeof preferenceProblems;
  }
}

/** Notify: also outside the page. List: in the list only. Off: not at all. */
const alertChoices = ['Notify', 'List', 'Off'] as const;
/** Unread messages are always counted. */
const messageAlertChoices = ['Notify', 'List'] as const;

/** The weekly mail comes to those only who choose it. */
const weeklyMailChoices = ['Off', 'On'] as const;

/** Allowed values of each preference. */
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
  rankingAlerts: alertChoices,
  followAlerts: alertChoices,
  searchAlerts: alertChoices,
  messageAlerts: messageAlertChoices,
  quietHours,
  conversationsFrom: messageChoices,
  followersFor: listAudiences,
  followingFor: listAudiences,
  weeklyMail: weeklyMailChoices,
} as const satisfies Record<string, readonly string[]>;
export type PreferenceName = keyof typeof preferenceChoices;
export const preferenceNames = Object.keys(preferenceChoices) as PreferenceName[];

/** The preference that controls each type of alert; null for moderation, which is always shown. */
export const alertSwitches = {
  comment: 'commentAlerts',
  mention: 'mentionAlerts',
  like: 'likeAlerts',
  updateLike: 'likeAlerts',
  favorite: 'favoriteAlerts',
  keeper: 'favoriteAlerts',
  winner: 'winnerAlerts',
  ranking: 'rankingAlerts',
  follow: 'followAlerts',
  search: 'searchAlerts',
  bikeStatus: null,
  commentStatus: null,
  listLike: 'likeAlerts',
  listStatus: null,
  updateStatus: null,
} as const satisfies Record<AlertType, PreferenceName | null>;

/** Whether this build knows the preference and the value. */
export const isChoice = (name: string, value: string): boolean =>
  Object.hasOwn(preferenceChoices, name) &&
  (preferenceChoices[name as PreferenceName] as readonly string[]).includes(value);

const Version = v.pipe(v.number(), v.integer(), v.minValue(0));

const changeOf = (name: PreferenceName) =>
  v.object({
    name: v.literal(name),
    value: v.picklist(preferenceChoices[name], t`Choose one of the options.`),
    seen: Seen,
    /** The time zone of the device, only with `weeklyMail`. One that this server does not know is left out. */
    timeZone: v.fallback(v.optional(TimeZone), undefined),
  });

/** A change of one preference by a device. */
const PreferenceChange = v.variant('name', preferenceNames.map(changeOf), t`Unknown preference.`);
export type PreferenceChange = v.InferOutput<typeof PreferenceChange>;

/** A member's chosen preferences by name. Preferences that are absent use the device's default. */
const ChosenPreferences = v.object({
  /** Increases with each change; 0 while nothing was chosen. */
  version: Version,
  chosen: v.record(v.string(), v.object({ value: v.string(), version: Version })),
  /** The zone by which the weekly mail comes; missing if it does not, or if no device has told its zone. */
  timeZone: v.optional(v.string()),
});
export type ChosenPreferences = v.InferOutput<typeof ChosenPreferences>;

export const getPreferences = endpoint('GET', '/user/preferences', {
  reply: ChosenPreferences,
  private: true,
  programs: true,
});
/** Changes one preference. `preference.changed`: another device has changed it since this one read it. */
export const putPreference = endpoint('PUT', '/user/preferences', {
  action: 'UpdatePreference',
  body: PreferenceChange,
  reply: ChosenPreferences,
  private: true,
  programs: true,
});
/** Tells the time zone of the device, by which the weekly mail comes. Without that mail, nothing is stored. Idempotent. */
export const putTimeZone = endpoint('PUT', '/user/time-zone', {
  body: v.object({ timeZone: TimeZone }),
  reply: ChosenPreferences,
  private: true,
});
