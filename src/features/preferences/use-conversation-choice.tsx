import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import type { Elements } from '#src/ui/elements.ts';
import type { MenuEntry } from '#src/ui/menu-entry.ts';
import { showToast } from '#src/ui/toast-store.ts';
import { choiceText, preferenceText } from './preference-text.ts';
import { TwoDevices } from './two-devices.tsx';
import { useChoosing } from './use-choosing.ts';

const name = 'conversationsFrom';

/** The choices of who can start a conversation, for a menu, and a conflict between devices about it. */
export function useConversationChoice(userId: Id): { choices: MenuEntry[]; conflict: Elements } {
  const { here, chosen, choose, attempt } = useChoosing(userId);
  const conflict = here?.conflicts.find((one) => one.name === name);
  const current = chosen[name] ?? 'Everyone';
  const set = (value: string) => {
    choose(name, value);
    // For translators: {0} is “Everyone”, “Bike owners” or “Nobody”.
    showToast({ text: t`New conversations from: ${choiceText(name, value)}.` });
  };
  const choices = preferenceText[name].options.map(({ value, label }) => ({
    label,
    checked: value === current,
    onSelect: () => value !== current && set(value),
  }));
  return { choices, conflict: conflict && <TwoDevices userId={userId} conflict={conflict} onChoose={attempt} /> };
}
