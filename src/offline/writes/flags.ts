import { plainButtons, plainWrite, type Write, type Writes } from './write.ts';

const flag = (action: Write['action']): Write => ({
  ...plainWrite,
  action,
  words: { ...plainButtons, done: 'Flagged', after: 'bike' },
  opposite: null,
});

export const flagWrites: Writes<'flag.bike' | 'flag.comment' | 'flag.member' | 'flag.message'> = {
  'flag.bike': flag('FlagBike'),
  'flag.comment': flag('FlagComment'),
  'flag.member': flag('FlagUser'),
  'flag.message': flag('FlagUser'),
};
