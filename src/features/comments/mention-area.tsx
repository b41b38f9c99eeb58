import {
  type ChangeEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { many } from '#contract/texts.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { useCombobox } from '#src/ui/use-combobox.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import styles from './comment.module.css';
import { useMembers } from './members.queries.ts';

/** A partial name before the caret, after an @ that is not part of a word. */
const begun = /(?<![\p{L}\p{N}_.@/-])@([A-Za-z0-9._-]{0,20})$/u;

function begunAt(text: string, caret: number | null): { from: number; typed: string } | null {
  const match = caret === null ? null : begun.exec(text.slice(0, caret));
  return match && { from: match.index, typed: match[1] ?? '' };
}

const caretOf = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) =>
  selectionStart === selectionEnd ? selectionStart : null;

const optionOf = (person: Person) => ({
  value: person.id,
  username: person.username,
  label: (
    <span className={styles.member}>
      <Avatar person={person} />
      <span>{person.username}</span>
    </span>
  ),
});

export type MentionBox = { focus: () => void };

interface MentionAreaProps {
  box: Ref<MentionBox>;
  bikeId: Id;
  userId: Id;
  text: string;
  label: string;
  autoFocus: boolean;
  onText: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Text area for a comment that suggests members after an @. */
export function MentionArea({ box, bikeId, userId, text, label, autoFocus, onText, onKeyDown }: MentionAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  // Start of the name whose suggestions were dismissed.
  const [dismissed, setDismissed] = useState(-1);
  // Caret position after a name was inserted.
  const goesTo = useRef<number | null>(null);
  const name = begunAt(text, caret);
  const members = useMembers(bikeId, userId, name && name.from !== dismissed ? name.typed : null);
  const options = members.map(optionOf);
  const pick = ({ username }: { username: string }) => {
    if (!name || caret === null) return;
    const after = text.slice(caret).replace(/^ /, '');
    const before = `${text.slice(0, name.from)}@${username} `;
    goesTo.current = before.length;
    onText(before + after);
    area.current?.focus();
  };
  useImperativeHandle(box, () => ({ focus: () => area.current?.focus() }));
  useLayoutEffect(() => {
    const at = goesTo.current;
    if (at === null) return;
    goesTo.current = null;
    area.current?.setSelectionRange(at, at);
    setCaret(at);
  });
  const { input, list } = useCombobox({ options, onPick: pick, preselects: true });
  // A multi-line text area must not have the role combobox, but may keep the attributes that refer to the list.
  const { role: _, 'aria-expanded': __, onKeyDown: choose, ...attributes } = input;
  const press = (event: KeyboardEvent) => {
    if (options.length > 0 && event.key === 'Escape' && name) setDismissed(name.from);
    // Ctrl+Enter sends, Shift+Enter begins a line, Shift+Tab goes back.
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (options.length > 0 && isPlain) choose(event);
    if (!event.defaultPrevented) onKeyDown(event);
  };
  const type = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    setCaret(caretOf(target));
    setDismissed(-1);
    onText(target.value);
  };
  return (
    <div className={styles.area}>
      <TextArea
        {...attributes}
        ref={area}
        rows={1}
        value={text}
        placeholder={label}
        autoFocus={autoFocus}
        onChange={type}
        onSelect={({ currentTarget }) => setCaret(caretOf(currentTarget))}
        onKeyDown={press}
      />
      {list}
      <span role="status">
        <VisuallyHidden>
          {options.length > 0 &&
            many(
              options.length,
            )`# member to choose from with the arrow keys. Enter takes one.|# members to choose from with the arrow keys. Enter takes one.`}
        </VisuallyHidden>
      </span>
    </div>
  );
}
