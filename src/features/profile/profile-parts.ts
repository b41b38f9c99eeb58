import { type ProfilePart, profileParts } from '#contract/profile.ts';
import { t } from '#contract/texts.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import type { PictureName } from './profile.mutations.ts';

/** Labels of the parts of a profile. */
export const partNames: Record<ProfilePart, string> = {
  discipline: t`Discipline`,
  links: t`Links`,
  location: t`Location`,
  text: t`About you`,
};

/** Part of the profile that a mutation changes; null for other mutations. */
export const partOf = ({ kind }: Pick<QueuedMutation, 'kind'>): ProfilePart | null =>
  profileParts.find((part) => kind === `profile.${part}`) ?? null;

const pictures: readonly PictureName[] = ['avatar', 'banner'];

/** Picture that a mutation changes; null for other mutations. */
export const pictureOf = ({ kind }: Pick<QueuedMutation, 'kind'>): PictureName | null =>
  pictures.find((name) => kind.startsWith(`profile.${name}.`)) ?? null;
