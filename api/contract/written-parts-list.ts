import { type Component, componentPositions } from './components.ts';
import { fold } from './text.ts';

type Written = Pick<Component, 'slot' | 'position' | 'text'> & Partial<Pick<Component, 'brand' | 'note'>>;

const isPosition = (position: Component['position']): boolean => componentPositions.some((one) => one === position);

function lineOf({ slot, position, text, brand = '', note = '' }: Written): string {
  const where = isPosition(position) ? ` (${position})` : '';
  const whole = brand && !fold(text).startsWith(fold(brand)) ? `${brand} ${text}` : text;
  return `${slot}${where}: ${whole}${note ? ` (${note})` : ''}`;
}

/** Writes the parts as a list that can be pasted here and in forums. */
export const writePartsList = (components: readonly Written[]): string => components.map(lineOf).join('\n');
