import type { ChosenPreferences } from '#contract/user-preferences.ts';
import { savePreferences } from '../cache/preferences.ts';
import type { Answers } from './answers.ts';
import type { preferenceWrites } from './preferences.ts';

export const preferenceAnswers: Answers<keyof typeof preferenceWrites> = {
  'preference.put': (row, data) => savePreferences(row.userId, data as ChosenPreferences),
};
