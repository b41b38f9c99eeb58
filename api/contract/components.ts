import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { partWeightField } from './bike-fields.ts';
import { boundsMessage } from './field-messages.ts';
import { Id } from './id-schema.ts';
import { optionalLine, optionalName, requiredLine } from './text.ts';

/** Slots for parts, by group, in the order of a parts list. */
export const componentGroups = {
  'Frame & Fork': ['Frame details', 'Fork', 'Rear shock', 'Headset', 'Seat clamp'],
  'Groupset & Drivetrain': [
    'Groupset',
    'Shifters',
    'Front derailleur',
    'Rear derailleur',
    'Crankset',
    'Chainring(s)',
    'Bottom bracket',
    'Cassette / Cog',
    'Chain / Belt',
    'Hub gear / Gearbox',
  ],
  Brakes: ['Brakes', 'Brake levers', 'Rotors / Pads'],
  Wheels: ['Wheelset', 'Front rim', 'Rear rim', 'Front hub', 'Rear hub', 'Spokes'],
  Tires: ['Front tire', 'Rear tire', 'Tubeless / Tubes'],
  Cockpit: ['Handlebar', 'Stem', 'Grips / Tape', 'Aero extensions'],
  Seating: ['Saddle', 'Seatpost'],
  Pedals: ['Pedals'],
  'Electric System': ['Motor', 'Battery', 'Display / Remote'],
  'Racks, Bags & Fenders': ['Front rack', 'Rear rack', 'Basket', 'Bags', 'Fenders'],
  Accessories: ['Lights / Dynamo', 'Computer', 'Bottle cages', 'Bell', 'Kickstand', 'Other'],
} as const;
export type ComponentGroup = keyof typeof componentGroups;
export type ComponentSlot = (typeof componentGroups)[ComponentGroup][number];

export const componentGroupNames = Object.keys(componentGroups) as ComponentGroup[];
export const componentSlots: readonly ComponentSlot[] = Object.values(componentGroups).flat();
const groups = new Map<ComponentSlot, ComponentGroup>(
  componentGroupNames.flatMap((group) => componentGroups[group].map((slot) => [slot, group] as const)),
);

/** Returns the group of a slot. */
export const groupOf = (slot: ComponentSlot): ComponentGroup => groups.get(slot) ?? 'Accessories';

export const componentPositions = ['front', 'rear', 'both'] as const;
export const maxComponentText = 120;

const weightMessage = () => boundsMessage(partWeightField);

/** The slot of a part. */
export const Slot = v.picklist(componentSlots, t`Choose what the part is.`);

/** A part of a bike. Its group follows from its slot, its order from its place in the list. */
export const Component = v.object({
  id: Id,
  slot: Slot,
  text: requiredLine(maxComponentText, t`Enter the part.`, t`Keep the part under 120 characters.`),
  position: v.optional(v.nullable(v.picklist(componentPositions, t`Choose front, rear or both.`)), null),
  brand: optionalName(40, t`Keep the maker under 40 characters.`),
  note: optionalLine(200, t`Keep the note under 200 characters.`),
  /** Whether the part came with the bike. */
  isStock: v.optional(v.boolean(t`Say whether it came with the bike.`), false),
  weightG: v.optional(
    v.nullable(
      v.pipe(
        v.number(weightMessage),
        v.integer(weightMessage),
        v.minValue(partWeightField.min, weightMessage),
        v.maxValue(partWeightField.max, weightMessage),
      ),
    ),
    null,
  ),
});
export type Component = v.InferOutput<typeof Component>;

/** Groups the parts in the order of a parts list; within a slot the owner's order. Leaves out empty groups. */
export const byGroup = <C extends { slot: ComponentSlot }>(
  components: readonly C[],
): { group: ComponentGroup; components: C[] }[] =>
  componentGroupNames
    .map((group) => {
      const slots: readonly ComponentSlot[] = componentGroups[group];
      return { group, components: slots.flatMap((slot) => components.filter((one) => one.slot === slot)) };
    })
    .filter(({ components: its }) => its.length > 0);
