import { Link } from 'react-router';
import { deletedMember, shownName } from '#contract/people.ts';
import { userPage } from '#contract/user-page.ts';

/** A member's name as a link to their page; plain text for a deleted member. */
export function PersonLink({ person: { id, username } }: { person: { id: string; username: string } }) {
  return username === deletedMember ? (
    <span>{shownName(username)}</span>
  ) : (
    <Link to={userPage(id, username)}>{username}</Link>
  );
}
