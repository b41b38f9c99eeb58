import { useState } from 'react';
import { type Keeper, keeperLimits } from '#contract/keepers.ts';
import { t } from '#contract/texts.ts';
import { useMembers } from '#src/features/comments/members.queries.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { Field } from '#src/ui/field.tsx';
import { Ellipsis } from '#src/ui/icons.js';
import { MenuButton } from '#src/ui/menu-button.tsx';
import { Note } from '#src/ui/note.tsx';
import { passFocusOn } from '#src/ui/pass-focus-on.ts';
import { PersonLink } from '#src/ui/person-link.tsx';
import styles from './favorites.module.css';
import { declineOffer, invite, offer, remove } from './keepers.actions.ts';
import { useKeeping } from './keepers.queries.ts';

interface KeepersProps {
  shareId: string;
  userId: string;
  /** Whether the folder can be handed over: the default folder stays. */
  canHandOver: boolean;
  isOffline: boolean;
}

/** The keepers of an own shared folder: who they are, inviting, removing, and handing the folder over to one. */
export function Keepers({ shareId, userId, canHandOver, isOffline }: KeepersProps) {
  const { data, refresh } = useKeeping(shareId);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const keepers = data?.keepers ?? [];
  const members = useMembers('', userId, typed.trim() ? typed.trim() : null);
  const options = members
    .filter(({ id }) => !keepers.some((keeper) => keeper.id === id))
    .map((person) => ({
      value: person.id,
      label: (
        <span className={styles.keeper}>
          <Avatar person={person} />
          <span>{person.username}</span>
        </span>
      ),
    }));
  const run = async (work: () => Promise<unknown>) => {
    setProblem('');
    try {
      await work();
      void refresh();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const states = { Invited: t`Invited`, Keeper: t`Keeper`, Offered: t`Asked to take it over` } as const;
  const entriesOf = ({ id, state }: Keeper) => [
    ...(canHandOver && state === 'Keeper'
      ? [{ label: t`Hand this list over`, onSelect: () => void run(() => offer(userId, shareId, id)) }]
      : []),
    ...(state === 'Offered'
      ? [{ label: t`Keep it myself`, onSelect: () => void run(() => declineOffer(userId, shareId)) }]
      : []),
    {
      label: state === 'Invited' ? t`Withdraw the invitation` : t`Remove`,
      onSelect: () => void run(() => remove(userId, shareId, id)),
      danger: true,
    },
  ];
  return (
    <section className="stack" aria-label={t`Keepers`}>
      <h3 className="heading">Keepers</h3>
      <p className="quiet small">Keepers add and remove bikes and write notes with you. The list stays yours.</p>
      {keepers.length > 0 && (
        <ul className={styles.keepers}>
          {keepers.map((keeper) => (
            <li key={keeper.id} ref={passFocusOn}>
              <Avatar person={keeper} />
              <span>
                <PersonLink person={keeper} /> <small className="quiet">{states[keeper.state]}</small>
              </span>
              {!isOffline && (
                <span className="push">
                  <MenuButton label={t`Change ${keeper.username}`} entries={entriesOf(keeper)}>
                    <Ellipsis className="icon icon-small" aria-hidden="true" />
                  </MenuButton>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {keepers.length < keeperLimits.keepers &&
        (isOffline ? (
          <p className="quiet small">Inviting a keeper needs a connection.</p>
        ) : (
          <Field label={t`Invite a keeper`} hint={t`Begin to type a member's name.`}>
            <Combobox
              text={typed}
              options={options}
              onText={setTyped}
              onPick={(id) => {
                setTyped('');
                void run(() => invite(userId, shareId, id));
              }}
            />
          </Field>
        ))}
      {problem && (
        <Note state="failed" role="alert">
          {problem}
        </Note>
      )}
    </section>
  );
}
