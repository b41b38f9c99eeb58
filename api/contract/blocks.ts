import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { defineProblems } from './problems.ts';

const blockProblems = defineProblems({
  'block.self': { status: 403, message: t`You can't block yourself.` },
  'block.too_many': {
    status: 409,
    remedy: 'later',
    message: t`You can block up to 1,000 members. Unblock someone first.`,
  },
  'block.between': {
    status: 403,
    remedy: 'later',
    message: t`You or the owner of this bike blocked the other, so this isn't possible.`,
  },
});
declare module './problems.ts' {
  interface FeatureProblems {
    block: typeof blockProblems;
  }
}

/** Maximum number of members that one member can block. */
export const maxBlocks = 1000;

/** Lists the members whom the member has blocked, the latest first. */
export const listBlocks = endpoint('GET', '/user/blocks', {
  query: PageQuery,
  reply: pageOf(Person),
  private: true,
  programs: true,
});
export const blockMember = endpoint('PUT', '/user/blocks/:userId', { reply: v.null(), private: true, programs: true });
export const unblockMember = endpoint('DELETE', '/user/blocks/:userId', {
  reply: v.null(),
  private: true,
  programs: true,
});
