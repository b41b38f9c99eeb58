import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { disciplines } from './bike-options.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { parseUrl } from './parse-url.ts';
import { defineProblems } from './problems.ts';
import { Seen } from './seen.ts';
import { optionalName, optionalText, requiredLine } from './text.ts';

const profileProblems = defineProblems({
  'profile.changed': { status: 409, message: t`This was changed on another device.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    profile: typeof profileProblems;
  }
}

/** Maximum number of links, and maximum characters of the texts of a profile. */
export const profileLimits = { links: 5, label: 30, url: 200, text: 1000 } as const;

const isWebPage = (text: string): boolean => {
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' && !url.username && !url.password;
};

/** A link to another site. An empty `label` shows the host. */
export const ProfileLink = v.object({
  label: optionalName(profileLimits.label, () => t`Keep the label under ${profileLimits.label} characters.`),
  url: v.pipe(
    requiredLine(
      profileLimits.url,
      t`Enter a web address.`,
      () => t`Keep the address under ${profileLimits.url} characters.`,
    ),
    v.check((text) => text === '' || isWebPage(text), t`Enter an address that begins with https:// or http://.`),
  ),
});
export type ProfileLink = v.InferOutput<typeof ProfileLink>;

const notListed = t`Choose one from the list.`;
/** Empty when nothing is chosen. */
export const Discipline = v.picklist(['', ...disciplines], notListed);
export type Discipline = v.InferOutput<typeof Discipline>;
export const ProfileLinks = atMost(
  v.array(ProfileLink, t`Send a list of links.`),
  profileLimits.links,
  () => t`A profile can have up to ${profileLimits.links} links.`,
);
/**
 * Codes of ISO 3166-1 and ISO 3166-2; both empty when unknown. `hidesBikes`: whether the member's bikes are not listed by
 * the place; without it, what was chosen before stays.
 */
export const LocationCodes = v.object({
  country: v.pipe(v.string(notListed), v.regex(/^(?:[A-Z]{2})?$/, notListed)),
  region: v.pipe(v.string(notListed), v.regex(/^(?:[A-Z]{2}-[A-Z\d]{1,3})?$/, notListed)),
  hidesBikes: v.optional(v.boolean(notListed)),
});
export type LocationCodes = v.InferOutput<typeof LocationCodes>;
export const ProfileText = optionalText(profileLimits.text, t`Keep it under 1,000 characters.`);

/** Parts of a profile that are written separately, each with its own version. */
export const profileParts = ['discipline', 'links', 'location', 'text'] as const;
export type ProfilePart = (typeof profileParts)[number];

/** A place with its names in English. `hidesBikes`: whether the member's bikes are not listed by it. */
export const Location = v.object({
  country: v.string(),
  countryName: v.string(),
  region: v.string(),
  regionName: v.string(),
  hidesBikes: v.optional(v.boolean()),
});
export type Location = v.InferOutput<typeof Location>;

const shown = {
  /** Paths of the pictures; empty when there is none. */
  avatarImage: v.string(),
  bannerImage: v.string(),
  discipline: Discipline,
  links: v.array(v.object({ label: v.string(), url: v.string() })),
  location: Location,
  text: v.string(),
};
/** A profile as others see it. */
export const ShownProfile = v.object(shown);
export type ShownProfile = v.InferOutput<typeof ShownProfile>;

/** A profile as its member sees it. */
export const Profile = v.object({
  ...shown,
  /** Number of writes to each part. */
  versions: v.object({ discipline: v.number(), links: v.number(), location: v.number(), text: v.number() }),
  /** ISO 8601: when others will see the links; null when they see them already. */
  linksFrom: v.nullable(v.string()),
});
export type Profile = v.InferOutput<typeof Profile>;

export const getProfile = endpoint('GET', '/user/profile', { reply: Profile, private: true, programs: true });

/** Each writes one part. `profile.changed`: another device has written it since this one read it. */
export const updateDiscipline = endpoint('PUT', '/user/profile/discipline', {
  action: 'UpdateDiscipline',
  body: v.object({ discipline: Discipline, seen: Seen }),
  reply: Profile,
  private: true,
  programs: true,
});
export const updateLinks = endpoint('PUT', '/user/profile/links', {
  action: 'UpdateLinks',
  body: v.object({ links: ProfileLinks, seen: Seen }),
  reply: Profile,
  private: true,
  programs: true,
});
export const updateLocation = endpoint('PUT', '/user/profile/location', {
  action: 'UpdateLocation',
  body: v.object({ ...LocationCodes.entries, seen: Seen }),
  reply: Profile,
  private: true,
  programs: true,
});
export const updateText = endpoint('PUT', '/user/profile/text', {
  body: v.object({ text: ProfileText, seen: Seen }),
  reply: Profile,
  private: true,
  programs: true,
});
