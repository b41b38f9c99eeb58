import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The actions whose results the specification requires. */
const specified = [
  'Signup',
  'ConfirmEmail',
  'ForgotPassword',
  'ResetPassword',
  'ContactEmail',
  'ResendConfirmationEmail',
  'Login',
  'AddAvatar',
  'DeleteAvatar',
  'AddBanner',
  'DeleteBanner',
  'AddBike',
  'EditBike',
  'GetBike',
  'GetBikes',
  'UpdateBikeStatus',
  'AddConversationMessage',
  'AddUserMessage',
  'AddFavoriteFolder',
  'GetFavoriteFolders',
  'UpdateFavoriteFolder',
  'DeleteFavoriteFolder',
  'FlagUser',
  'FlagBike',
  'FlagComment',
  'ChangePassword',
  'DeleteAccount',
  'UpdateDiscipline',
  'UpdateLinks',
  'UpdateLocation',
  'UpdatePreference',
  'AddComment',
  'UpdateComment',
  'DeleteComment',
  'GetComments',
  'GetCountries',
  'GetRegions',
  'GetSearchFilters',
  'GetSearchResults',
  'BikeLike',
  'BikeFavorite',
  'GetViewsCount',
  'GetLikesCount',
  'GetWinners',
  'GetPopular',
  'GetRandom',
  'GetRecent',
];

/** Actions without their own request, with the action whose reply contains their result. */
const broughtBy: Record<string, string> = {
  GetSearchFilters: 'GetSearchResults',
  GetViewsCount: 'GetFigures',
  GetLikesCount: 'GetFigures',
};

/** Action names in code that runs one, reads its result or defines a mutation. */
const used =
  /(?:(?:runAction|useResult|refuseFields|forgetResult|slotOf)\(|\baction(?::|=\{?| ===) ?|\? )['"]([A-Z]\w+)['"]/g;

test('every action of the specification has a result, under its own name', async () => {
  const names = new Set<string>();
  for await (const file of glob('src/**/*.{ts,tsx}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(used)) names.add(name);
  }
  expect(specified.filter((name) => !names.has(broughtBy[name] ?? name))).toEqual([]);
  expect(specified).toHaveLength(47);
});
