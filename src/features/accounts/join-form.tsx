import type { Joining } from '#contract/joining.ts';
import { contactPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { Note } from '#src/ui/note.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { askInvitation } from './accounts.actions.ts';
import { useMailedLink } from './use-mailed-link.ts';

/** What the operators' settings add to a sign-up. */
export interface JoinPart {
  /** What the operators ask applicants; null: the built-in question. Undefined if nobody has to apply. */
  question?: string | null;
  /** The token of an invitation. */
  invitation?: string;
}

interface JoinFormProps {
  /** Null while it is unknown; then the server decides about the form. */
  joining: Joining | null;
  /** The token of an invitation; empty without one. */
  token: string;
  form: (part: JoinPart) => Elements;
}

/** Whether somebody has a way to join. @param token of an invitation; empty without one */
export const canJoin = (joining: Joining | null, token: string): boolean =>
  joining?.mode !== 'closed' && !joining?.full && (joining?.mode !== 'invite' || token !== '');

/** Says why nobody can sign up, and whom to ask. */
const Refused = ({ children }: { children: string }) => (
  <>
    <Note role="status">{children}</Note>
    <p>
      <Button look="quiet" to={contactPage()}>
        Write to us
      </Button>
    </p>
  </>
);

/** The form of somebody who was invited, once the server has said that the invitation can be used. */
function Invited({ token, joining, form }: JoinFormProps) {
  const { link, busy, again } = useMailedLink(token, askInvitation);
  if (!link)
    return (
      <p role="status">
        <TrailMark state="sending">Checking the invitation</TrailMark>
      </p>
    );
  if (link.is === 'invited') {
    return (
      <>
        <p role="status">{link.by ? t`${link.by} invites you to join.` : t`You are invited to join.`}</p>
        {form({ invitation: token })}
      </>
    );
  }
  const retry = link.is === 'unreached' && (
    <Button look="quiet" small busy={busy} onClick={again}>
      Try again
    </Button>
  );
  return (
    <>
      <Note state="failed" role="alert" action={retry || undefined}>
        {link.message}
      </Note>
      {joining?.mode === 'approval' && form({ question: joining.question })}
    </>
  );
}

/** The sign-up form, or why there is none, by how the site may be joined. */
export function JoinForm(props: JoinFormProps) {
  const { joining, token, form } = props;
  const mode = joining?.mode ?? 'open';
  if (mode === 'closed')
    return <Refused>Nobody new can join this site at the moment. You can read everything.</Refused>;
  if (joining?.full)
    return <Refused>This site has all the members it takes at the moment. You can read everything.</Refused>;
  if (mode === 'open') return form({});
  if (token) return <Invited {...props} />;
  if (mode === 'invite')
    return (
      <Refused>You need an invitation to join this site. Open the link that a member or operator sent you.</Refused>
    );
  return form({ question: joining?.question ?? null });
}
