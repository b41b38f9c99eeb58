import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';

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

/** Names of actions, where code runs one, sends an endpoint's call or shows a result. */
const used = /(?:runAction\(|callOf<typeof \w+>\('[A-Z]+', '[^']+', |\baction(?::|=\{?| ===) ?|\? )['"]([A-Z]\w+)['"]/g;

/** The endpoints of the contract, by the name that code imports. */
async function endpoints(): Promise<Map<string, Endpoint>> {
  const found = new Map<string, Endpoint>();
  for await (const file of glob('api/contract/**/*.ts', { cwd: root })) {
    const exported: Record<string, unknown> = await import(join(root, file));
    for (const [name, value] of Object.entries(exported))
      if (typeof value === 'object' && value && 'method' in value && 'path' in value && 'reply' in value)
        found.set(name, value as Endpoint);
  }
  return found;
}

test('every action of the specification has a result, under its own name', async () => {
  const known = await endpoints();
  const names = new Set<string>();
  for await (const file of glob('src/**/*.{ts,tsx}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(used)) names.add(name);
    for (const [, name = ''] of text.matchAll(/(?:runAction\(|endpoint: |defineFeed\(\s*)(\w+)/g))
      names.add(known.get(name)?.action ?? '');
  }
  expect(specified.filter((name) => !names.has(broughtBy[name] ?? name))).toEqual([]);
  expect(specified).toHaveLength(47);
});

test('an endpoint without a name of its own has its method and path as one', async () => {
  const known = await endpoints();
  expect(known.get('likeBike')?.action).toBe('BikeLike');
  expect(known.get('listBlocks')?.action).toBe('GET /user/blocks');
  expect(known.size).toBeGreaterThan(80);
});
