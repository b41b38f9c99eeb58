import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { changeRole, RoleChange, type RoleHolder } from '#contract/moderation.ts';
import { t } from '#contract/texts.ts';
import { useResult } from '#src/actions/use-result.ts';
import styles from '#src/forms/form.module.css';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { isUnderWay } from '#src/lib/result.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { PersonLink } from '#src/ui/person-link.tsx';
import { Section } from '#src/ui/section.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import list from './role-list.module.css';
import { setRole, takeRole } from './roles.actions.ts';

const names = { operator: t`Operator`, moderator: t`Moderator` } as const;
const choices = [
  { value: 'moderator', label: t`Moderator: decides about flags and members` },
  { value: 'operator', label: t`Operator: also the site's settings and roles` },
];

const collect = (fields: FormData) => ({
  username: String(fields.get('username')),
  role: String(fields.get('role')) as RoleHolder['role'],
});

interface RoleListProps {
  userId: Id;
  holders: readonly RoleHolder[];
  onChanged: (holders: RoleHolder[]) => void;
}

/** Who may moderate and who may change the site, with the buttons to change that. */
export function RoleList({ userId, holders, onChanged }: RoleListProps) {
  const [taken, setTaken] = useState<Id | null>(null);
  const taking = useResult(takeRole);
  const { form, busy, validation, error } = useForm(changeRole.action, RoleChange, collect, async (change, element) => {
    onChanged(await setRole(changeRole.action, userId, change));
    element.reset();
    showToast({ text: t`${change.username} has the role now.` });
  });
  const take = ({ id, username, role }: RoleHolder) => {
    const undo = () => void setRole(takeRole, userId, { username, role }).then(onChanged, ignoreApiFailure);
    setTaken(id);
    setRole(takeRole, userId, { username, role: 'member' }).then((left) => {
      onChanged(left);
      showToast({ text: t`${username} has no role now.`, action: { label: t`Undo`, run: undo } });
    }, ignoreApiFailure);
  };
  return (
    <>
      <Section title="Who has a role">
        {taking.error && <Refusal error={taking.error} />}
        <ul className={list.list}>
          {holders.map((holder) => (
            <li key={holder.id} className={list.row}>
              <PersonLink person={holder} />
              <span className="quiet">{names[holder.role]}</span>
              <Button
                look="quiet"
                small
                busy={taken === holder.id && isUnderWay(taking)}
                aria-label={t`Take the role from ${holder.username}`}
                onClick={() => take(holder)}
              >
                Take the role
              </Button>
            </li>
          ))}
        </ul>
        {holders.length === 0 && <p className="quiet">Nobody has a role on the site. Its owner uses commands.</p>}
      </Section>
      <Section title="Give a role">
        <form {...form} className={styles.form}>
          {error && <Refusal error={error} />}
          <Field label="Username" errors={validation.username}>
            <TextInput name="username" autoComplete="off" autoCapitalize="none" spellCheck={false} required />
          </Field>
          <Field label="Role" errors={validation.role}>
            <Select name="role" options={choices} />
          </Field>
          <SubmitButton label="Give the role" busy={busy} compact />
        </form>
      </Section>
    </>
  );
}
