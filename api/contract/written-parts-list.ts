import { type Component, componentPositions } from './components.ts';
import { fold } from './fold.ts';
import { componentPositionLabel, componentSlotLabel } from './option-labels.ts';

type Written = Pick<Component, 'slot' | 'position' | 'text'> & Partial<Pick<Component, 'brand' | 'note'>>;

function lineOf({ slot, position, text, brand = '', note = '' }: Written): string {
  const known = componentPositions.find((one) => one === position);
  const where = known ? ` (${componentPositionLabel(known)})` : '';
  const whole = brand && !fold(text).startsWith(fold(brand)) ? `${brand} ${text}` : text;
  return `${componentSlotLabel(slot)}${where}: ${whole}${note ? ` (${note})` : ''}`;
}

/** Writes the parts in the page's language, as a list that can be pasted here and in forums. */
export const writePartsList = (components: readonly Written[]): string => components.map(lineOf).join('\n');
