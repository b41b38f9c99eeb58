import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';

/** How many members somebody can block. */
export const mostBlocks = 1000;

/** Whom the member has blocked, the last first. */
export const listBlocks = endpoint('GET', '/user/blocks', { query: PageQuery, reply: pageOf(Person), private: true });
export const blockMember = endpoint('PUT', '/user/blocks/:userId', { reply: v.null(), private: true });
export const unblockMember = endpoint('DELETE', '/user/blocks/:userId', { reply: v.null(), private: true });
