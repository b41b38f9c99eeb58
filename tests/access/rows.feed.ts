import { listFeed } from '#contract/feed.ts';
import { followThing } from '#contract/follows.ts';
import { members } from './callers.ts';
import type { Row } from './stage.ts';

export const feedRows: Row[] = [
  {
    call: listFeed,
    when: 'the owner follows something',
    async prepare({ callers }) {
      await callers.owner.call(followThing, { params: { kind: 'tag', key: 'lugged' }, body: { name: '' } });
      return 'lugged';
    },
    by: (asks, _, how) => asks.call(listFeed, how),
    expected: members('200'),
  },
];
