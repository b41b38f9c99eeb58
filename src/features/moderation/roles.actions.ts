import type { Id } from '#contract/ids.ts';
import { changeRole, listRoles, type RoleChange, type RoleHolder } from '#contract/moderation.ts';
import { runAction } from '#src/actions/run-action.ts';

/** Fetches who has a role: operators first, by name. @throws ApiFailure */
export const fetchRoles = (as: Id): Promise<RoleHolder[]> => runAction(listRoles, { as });

/** The action of the button that takes a role away; the form has its own. */
export const takeRole = 'TakeRole';

/** Gives a member a role, or takes it away. @returns who has one now @throws ApiFailure */
export const setRole = (action: string, as: Id, body: RoleChange): Promise<RoleHolder[]> =>
  runAction(action, async (call) => {
    await call(changeRole, { as, body });
    return call(listRoles, { as });
  });
