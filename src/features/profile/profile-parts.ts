import { type ProfilePart, profileParts } from '#contract/profile.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import type { PictureName } from './profile.mutations.ts';

/** What each part is called. */
export const partNames: Record<ProfilePart, string> = {
  discipline: 'Discipline',
  links: 'Links',
  location: 'Location',
  text: 'About you',
};

/** Which part of a profile a mutation changes; null for any other. */
export const partOf = ({ kind }: Pick<QueuedMutation, 'kind'>): ProfilePart | null =>
  profileParts.find((part) => kind === `profile.${part}`) ?? null;

const pictures: readonly PictureName[] = ['avatar', 'banner'];

/** Which picture a mutation changes; null for any other. */
export const pictureOf = ({ kind }: Pick<QueuedMutation, 'kind'>): PictureName | null =>
  pictures.find((name) => kind.startsWith(`profile.${name}.`)) ?? null;
