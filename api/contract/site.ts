import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { Email } from './accounts.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { JoiningChange, JoinSettings } from './join-settings.ts';
import { parseUrl } from './parse-url.ts';
import { asHex, isReadable, readableColor } from './site-color.ts';
import { optionalText, requiredLine, requiredName } from './text.ts';

/** Maximum code points of the texts that operators write. */
export const siteLimits = { name: 24, announcement: 200, maintenance: 200, rules: 20_000 } as const;

const nameMessage = () => t`Enter a name of 1 to ${siteLimits.name} characters.`;
const colorMessage = t`Enter a color as # and six digits, such as #fbcb19.`;
const Color = v.pipe(
  atMost(v.string(colorMessage), 7, colorMessage),
  v.transform((text) => text.toLowerCase()),
  v.regex(/^#[\da-f]{6}$/, colorMessage),
  v.check(
    isReadable,
    ({ input }) =>
      t`This is too dark to read the letters on it. Use ${asHex(readableColor(String(input)))} or lighter.`,
  ),
);

/** Settings of the site; null stands for the default. A change leaves out what stays. */
export const SiteChange = v.object({
  name: v.optional(v.nullable(requiredName(siteLimits.name, nameMessage, nameMessage))),
  color: v.optional(v.nullable(Color)),
  /** The sender's address of mails. */
  sender: v.optional(v.nullable(Email)),
  /** Paragraphs, separated by empty lines. */
  rules: v.optional(v.nullable(optionalText(siteLimits.rules, t`Use at most 20,000 characters.`))),
});
export type SiteChange = v.InferOutput<typeof SiteChange>;

const sentenceMessage = (max: number) => () => t`Use at most ${max} characters.`;
const linkMessage = t`Enter a page of this site, such as /faq, or an address that begins with https://.`;
const isLink = (text: string): boolean =>
  /^\/(?![/\\])[^\s\\]*$/.test(text) || (/^https?:\/\/\S+$/.test(text) && parseUrl(text) !== null);

/** An announcement to everybody. `link`: where to read more, a path or an absolute URL. */
export const NewAnnouncement = v.object({
  id: Id,
  text: requiredLine(siteLimits.announcement, t`Write a sentence.`, sentenceMessage(siteLimits.announcement)),
  link: v.optional(
    v.nullable(v.pipe(atMost(v.string(linkMessage), 300, linkMessage), v.trim(), v.check(isLink, linkMessage))),
  ),
});

/** The sentence that everybody reads during maintenance. */
export const MaintenanceText = v.object({
  text: requiredLine(siteLimits.maintenance, t`Write a sentence.`, sentenceMessage(siteLimits.maintenance)),
});
/** Turns maintenance on or off. */
export const MaintenanceChange = v.variant('on', [
  v.object({ on: v.literal(true), ...MaintenanceText.entries }),
  v.object({ on: v.literal(false) }),
]);

const nullableString = v.nullable(v.string());
/** `at` (ISO 8601, UTC) and `by`: when it began, and who began it. */
const begun = { at: v.string(), by: v.string() };

/** The operators' settings, and the defaults where they have set nothing. */
const SiteSetup = v.object({
  settings: v.object({ name: nullableString, color: nullableString, sender: nullableString, rules: nullableString }),
  defaults: v.object({ name: v.string(), color: v.string(), sender: v.string() }),
  announcement: v.nullable(v.object({ id: v.string(), text: v.string(), link: nullableString, ...begun })),
  maintenance: v.nullable(v.object({ text: v.string(), ...begun })),
  joining: JoinSettings,
});
export type SiteSetup = v.InferOutput<typeof SiteSetup>;

/** Operators only, as are the other calls of `/moderation/site`. */
export const getSiteSetup = endpoint('GET', '/moderation/site', { reply: SiteSetup, private: true });
export const changeSite = endpoint('PUT', '/moderation/site/settings', {
  body: SiteChange,
  reply: SiteSetup,
  private: true,
});
/** Replaces an earlier announcement. */
export const publishAnnouncement = endpoint('PUT', '/moderation/site/announcement', {
  body: NewAnnouncement,
  reply: SiteSetup,
  private: true,
});
/** Ends this announcement, and no later one. */
export const endAnnouncement = endpoint('DELETE', '/moderation/site/announcement/:announcementId', {
  reply: SiteSetup,
  private: true,
});
export const changeMaintenance = endpoint('PUT', '/moderation/site/maintenance', {
  body: MaintenanceChange,
  reply: SiteSetup,
  private: true,
});

/** Changes how one may join, for everybody who is not a member yet. */
export const changeJoining = endpoint('PUT', '/moderation/site/joining', {
  body: JoiningChange,
  reply: SiteSetup,
  private: true,
});

/** The operator's own rules; null: the built-in ones. */
export const getSiteRules = endpoint('GET', '/rules', { reply: v.object({ text: nullableString }) });
