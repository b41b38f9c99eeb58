import { Link } from 'react-router';
import { deletedMember } from '#contract/people.ts';
import { userPage } from '#contract/user-page.ts';

/** A member's name, which leads to their page; of one who has left there is none. */
export function PersonLink({ person: { id, username } }: { person: { id: string; username: string } }) {
  return username === deletedMember ? username : <Link to={userPage(id, username)}>{username}</Link>;
}
