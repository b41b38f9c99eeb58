import type { Profile } from '#contract/profile.ts';
import { tellSessionNews } from '#src/ground/refresh.ts';
import { saveProfile } from '../cache/profile.ts';
import type { OutboxRow } from '../rows.ts';
import { recall, remember } from '../vault.ts';
import type { AfterNews, Answers } from './answers.ts';
import type { profileWrites } from './profile.ts';

const save = ({ userId }: OutboxRow, data: unknown, now: number): Promise<void> =>
  saveProfile(userId, data as Profile, now);

/** Whoever is logged in here looks as the site says. */
async function savePicture(row: OutboxRow, data: unknown, now: number): Promise<AfterNews> {
  const { avatarImage } = data as Profile;
  await save(row, data, now);
  return async () => {
    const user = await recall('authUser');
    if (user?.id !== row.userId || user.avatar === avatarImage) return;
    await remember('authUser', { ...user, avatar: avatarImage });
    tellSessionNews('signed-in');
  };
}

export const profileAnswers: Answers<keyof typeof profileWrites> = {
  'profile.discipline': save,
  'profile.links': save,
  'profile.location': save,
  'profile.text': save,
  'profile.avatar.put': savePicture,
  'profile.avatar.delete': savePicture,
  'profile.banner.put': savePicture,
  'profile.banner.delete': savePicture,
};
