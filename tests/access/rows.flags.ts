import type { FlagTarget } from '#contract/flag-targets.ts';
import { addFlag } from '#contract/flags.ts';
import { newId } from '#contract/ids.ts';
import { members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const flagging =
  (targetType: FlagTarget): Row['by'] =>
  (asks, targetId, how) =>
    asks.call(addFlag, { body: { id: newId(), targetType, targetId, reason: 'Spam', note: '' }, ...how });
const states = async (_: unknown, targetId: string, { app }: Stage) =>
  String((await app.db.collection('flags').findOne({ targetId }))?.state);

export const flagRows: Row[] = [
  {
    call: addFlag,
    made: (stage) => stage.bike(),
    by: flagging('Post'),
    seen: states,
    told: members('201, open', '403 flag.own'),
  },
  {
    call: addFlag,
    when: 'a draft',
    made: (stage) => stage.bike('Draft'),
    by: flagging('Post'),
    told: members('404 not_found'),
  },
  {
    call: addFlag,
    when: 'removed by moderators',
    made: (stage) => stage.bike('Removed'),
    by: flagging('Post'),
    told: members('410 gone'),
  },
  {
    call: addFlag,
    when: 'a comment',
    made: (stage) => stage.comment(),
    by: flagging('Comment'),
    seen: states,
    told: members('201, open', '403 flag.own'),
  },
];
