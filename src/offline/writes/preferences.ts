import { plainButtons, plainWrite, type Writes } from './write.ts';

export const preferenceWrites: Writes<'preference.put'> = {
  'preference.put': {
    ...plainWrite,
    action: 'UpdatePreference',
    isHarmless: true,
    words: { ...plainButtons, done: 'Chosen', after: '' },
    opposite: null,
  },
};
