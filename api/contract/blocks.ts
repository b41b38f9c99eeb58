import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';

/** Maximum number of members that one member can block. */
export const maxBlocks = 1000;

/** Lists the members whom the member has blocked, the latest first. */
export const listBlocks = endpoint('GET', '/user/blocks', { query: PageQuery, reply: pageOf(Person), private: true });
export const blockMember = endpoint('PUT', '/user/blocks/:userId', { reply: v.null(), private: true });
export const unblockMember = endpoint('DELETE', '/user/blocks/:userId', { reply: v.null(), private: true });
