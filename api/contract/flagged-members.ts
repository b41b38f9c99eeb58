import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';

/** Lists the members whom the member has flagged, latest first, at most 1,000. */
export const listFlaggedMembers = endpoint('GET', '/user/flags/members', {
  reply: v.object({ userIds: v.array(Id) }),
  private: true,
  programs: true,
});
