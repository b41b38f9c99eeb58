import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';

/** Whom the member has flagged, the last first; of more than 1,000 the rest is not told. */
export const listFlaggedMembers = endpoint('GET', '/user/flags/members', {
  reply: v.object({ userIds: v.array(Id) }),
  private: true,
});
