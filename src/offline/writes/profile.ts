import type { TrackedAction } from '#src/ground/result.ts';
import { plainButtons, plainWrite, type Write, type Writes } from './write.ts';

type Kind =
  | `profile.${'discipline' | 'links' | 'location' | 'text'}`
  | `profile.${'avatar' | 'banner'}.${'put' | 'delete'}`;

const part = (action: TrackedAction): Write => ({
  ...plainWrite,
  action,
  words: { ...plainButtons, done: 'Changed', after: 'change' },
  opposite: null,
});
/** A picture goes behind its photo. */
const picture = (action: TrackedAction): Write => ({
  ...part(action),
  words: { ...plainButtons, done: 'Changed', after: 'photo' },
  parts: ({ dependsOn }, rows) => ({
    ...{ one: 'Photo', many: 'Photos', whole: 'The part of it' },
    rows: [rows.find(({ id }) => dependsOn.includes(id)) ?? null],
  }),
});

export const profileWrites: Writes<Kind> = {
  'profile.discipline': part('UpdateDiscipline'),
  'profile.links': part('UpdateLinks'),
  'profile.location': part('UpdateLocation'),
  'profile.text': part('UpdateProfileText'),
  'profile.avatar.put': picture('AddAvatar'),
  'profile.avatar.delete': part('DeleteAvatar'),
  'profile.banner.put': picture('AddBanner'),
  'profile.banner.delete': part('DeleteBanner'),
};
