import {
  type Component,
  type ComponentSlot,
  componentGroupNames,
  componentPositions,
  componentSlots,
} from './components.ts';
import { fold } from './fold.ts';
import { componentGroupLabel, componentPositionLabel, componentSlotLabel } from './option-labels.ts';

/** A part read from a pasted list. */
export type ListedPart = Pick<Component, 'slot' | 'position' | 'text'>;
type Position = ListedPart['position'];

/** Other names of slots, as texts because arrays take more bytes. Plurals, "front" and "rear" are handled separately. */
const synonyms: Partial<Record<ComponentSlot, string>> = {
  'Frame details': 'frame, frameset, frame set, tubing',
  Fork: 'fork, suspension fork',
  'Rear shock': 'shock, damper',
  'Seat clamp': 'seatpost clamp, seat collar, collar, seat binder',
  Groupset: 'group, groupo, gruppo, group set',
  Shifters: 'shifter, shift levers, levers, sti, brifters, shifting, gear levers',
  'Front derailleur': 'fd, front mech, front der, f derailleur, f mech',
  'Rear derailleur': 'rd, rear mech, mech, derailleur, derailer, rear derailer, r derailleur, r mech',
  Crankset: 'crank, crank arms, crankarms, chainset, crank set',
  'Chainring(s)': 'chainring, ring, chain ring, front chainring',
  'Bottom bracket': 'bb',
  'Cassette / Cog': 'cassette, cog, freewheel, sprocket, cassette cog, cogset, cog set',
  'Chain / Belt': 'chain, belt, drive belt',
  'Hub gear / Gearbox': 'hub gear, gearbox, igh, internal gear hub, internally geared hub',
  Brakes: `brake, caliper, calliper, brake caliper, brakeset, brake set, disc brake, disk brake, rim brake, v brake, canti,
    cantilever, cantilever brake, hydraulic brake, mechanical brake`,
  'Brake levers': 'brake lever',
  'Rotors / Pads': `rotor, pad, brake pad, disc brake pad, rim brake pad, disc, disc rotor, brake rotor, brake disc, disc brake
    rotor`,
  Wheelset: 'wheel, wheel set',
  Spokes: 'spoke, nipple, spokes nipples',
  'Tubeless / Tubes': 'tube, tubeless, inner tube, sealant, tubeless setup, valve, tubeless valve, rim tape',
  Handlebar: 'bar, handle bar, drop bar, flat bar, riser bar',
  'Grips / Tape': 'grip, handlebar grip, tape, bar tape, handlebar tape, bartape, wrap, bar wrap',
  'Aero extensions': 'aero bar, aerobar, tri bar, extension, clip ons, tt bar',
  Saddle: 'seat',
  Seatpost: 'post, seat post, seat pin, dropper, dropper post, dropper seatpost',
  Pedals: 'pedal, clipless pedal, flat pedal',
  Motor: 'drive unit, engine',
  Battery: 'batterie, accu',
  'Display / Remote': 'display, remote, head unit',
  Basket: 'crate',
  Bags: `bag, pannier, frame bag, saddle bag, seat bag, seat pack, handlebar bag, bar bag, top tube bag, stem bag, fork
    bag, luggage`,
  Fenders: 'fender, mudguard, mud guard, guard',
  'Lights / Dynamo': 'light, dynamo, dynamo hub, hub dynamo, lamp, lighting, headlight, taillight, tail light',
  Computer: 'gps, bike computer, cycle computer, speedometer',
  'Bottle cages': 'cage, bottle cage, water bottle cage, fork cage, bottle',
  Kickstand: 'stand, kick stand, center stand',
  Other: 'misc, extras, etc, accessories',
};

/** Parts that a bike has at both ends, with a slot for each. */
const pairs: Readonly<Record<string, readonly [front: ComponentSlot, rear: ComponentSlot]>> = {
  tire: ['Front tire', 'Rear tire'],
  tyre: ['Front tire', 'Rear tire'],
  rubber: ['Front tire', 'Rear tire'],
  rim: ['Front rim', 'Rear rim'],
  hub: ['Front hub', 'Rear hub'],
  rack: ['Front rack', 'Rear rack'],
  derailleur: ['Front derailleur', 'Rear derailleur'],
  mech: ['Front derailleur', 'Rear derailleur'],
};

const singular = (word: string): string => (/[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word);
/** Normalizes a key: folded, without punctuation, the last word in the singular as in English. */
const plainKey = (key: string): string =>
  fold(key)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\S+$/, singular);

const slots = new Map<string, ComponentSlot>(
  componentSlots.flatMap((slot) =>
    [slot, ...(synonyms[slot]?.split(',') ?? [])].map((key) => [plainKey(key), slot] as const),
  ),
);
const headings: ReadonlySet<string> = new Set(
  [...componentGroupNames, ...componentSlots, 'Components', 'Parts list', 'Build'].map(plainKey),
);

/** The names of parts in the page's language, as `writePartsList` writes them, and the lines that head a group. */
type OwnNames = { places: ReadonlyMap<string, Place>; headings: ReadonlySet<string> };
type Place = Omit<ListedPart, 'text'>;

function ownNames(): OwnNames {
  const places = componentSlots.flatMap((slot) =>
    [null, ...componentPositions].map((position): [string, Place] => [
      plainKey(`${componentSlotLabel(slot)} ${position === null ? '' : componentPositionLabel(position)}`),
      { slot, position },
    ]),
  );
  // Half of a label such as "Chain / Belt".
  const halves = componentSlots.flatMap((slot) =>
    componentSlotLabel(slot)
      .split('/')
      .map((half): [string, Place] => [plainKey(half), { slot, position: null }]),
  );
  const headed = [...componentGroupNames.map(componentGroupLabel), ...componentSlots.map(componentSlotLabel)];
  return { places: new Map([...halves, ...places]), headings: new Set(headed.map(plainKey)) };
}

const ends: Readonly<Record<string, Position>> = { front: 'front', f: 'front', rear: 'rear', back: 'rear', r: 'rear' };

/** Splits off the words that name an end of the bike. */
function endOf(key: string): { base: string; position: Position } {
  const tokens = key.split(' ');
  const said = tokens.flatMap((word) => ends[word] ?? []);
  const base = tokens
    .filter((word) => !(word in ends) && !['and', 'both'].includes(word))
    .join(' ')
    .replace(/\S+$/, singular);
  const both = tokens.includes('both') || new Set(said).size > 1;
  return { base, position: both ? 'both' : (said[0] ?? null) };
}

/** Returns the slots for a part name; null when the name is unknown. */
function placesOf(name: string, own: OwnNames): Place[] | null {
  const key = plainKey(name);
  const place = own.places.get(key);
  if (place) return [place];
  const known = slots.get(key);
  if (known) return [{ slot: known, position: null }];
  const { base, position } = endOf(key);
  const pair = pairs[base];
  if (pair) {
    const [front, rear] = pair;
    const wanted = position === 'front' ? [front] : position === 'rear' ? [rear] : pair;
    return wanted.map((slot) => ({ slot, position: null }));
  }
  const slot = slots.get(base);
  return slot ? [{ slot, position }] : null;
}

/** Maximum words of a part name that no sign separates from the part, as in "Front and rear brakes Paul". */
const maxNameWords = 4;
/** Words that make another part, or a maker, of the part name before them: brake cable, seat tube, Crank Brothers. */
const otherNouns: ReadonlySet<string> = new Set(
  `adapter angle axle bicycle bolt boss bros brother cable cap catcher charger clip cover cup end guard guide hose
  housing insert keeper lever lock manufacturing mfg mount mounted opener outer pannier peg pin plug protection protector
  pump reflector screw skewer spacer stay sticker strap tensioner tool tube washer`.split(/\s+/),
);

/** Reads `Headset FSA Orbit`; null if the line does not begin with a part name. */
function partsLedByName(text: string, own: OwnNames): ListedPart[] | null {
  const words = text.split(/\s+/, maxNameWords + 1);
  for (let count = Math.min(maxNameWords, words.length - 1); count > 0; count--) {
    const name = words.slice(0, count).join(' ');
    const places = placesOf(name, own);
    if (!places) continue;
    // Rotor is a maker of cranks.
    const isOther = name === 'Rotor' || otherNouns.has(plainKey(words[count] ?? '')) || places[0]?.slot === 'Other';
    const rest = text.replace(new RegExp(`^(?:\\S+\\s+){${count}}`), '');
    return isOther ? null : places.map((place) => ({ ...place, text: rest }));
  }
  return null;
}

const bullet = /^\s*(?:[-–—]+\s*|[*•·>]\s+|\d{1,2}[.)]\s+|\[\*\]\s*)/;
const opening = /^(?:\*\*|__|\[b\])/i;
const closing = /^\s*(?:\*\*|__|\[\/b\])\s*/i;
/** A name, then a separator: a colon, tab, bar, or a dash that is doubled or has a space on at least one side. */
const line = /^([^:：\t|｜│]{1,60}?)\s*([:：\t|｜│=＝]|[-–—]{2,}| [-–—―−－] | [-–—―−－]|[-–—―−－] )\s*(.*)$/;
const mark = /\*\*|__|\[\/b\]/i;
const dash = /[-–—―−－]/;
const looseDash = /^(?: [^ ]|[^ ] )$/;
const bar = /[|｜│]/;
/** Whether a row separates a table's head from its body. */
const isRule = (row: string | undefined): boolean => row !== undefined && /^[|\s]*:?-{2,}:?\s*\|[-:|\s]*$/.test(row);

function partsOf(raw: string, own: OwnNames): ListedPart[] {
  const trimmed = raw.trim();
  const row = /^[|｜│]/.test(trimmed) ? trimmed.slice(1).replace(/[|｜│]$/, '') : trimmed;
  const bare = row.replace(bullet, '').trim();
  const isMarked = opening.test(bare);
  const text = bare.replace(opening, '');
  if (/^https?:\/\//i.test(text)) return [{ slot: 'Other', position: null, text }];
  const [, name = '', sign = '', behind = ''] = line.exec(text) ?? [];
  const rest = bar.test(sign)
    ? behind
        .split(bar)
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(', ')
    : behind;
  const value = isMarked ? rest.replace(closing, '').trim() : rest.trim();
  const key = isMarked ? name.replace(/(?:\*\*|__|\[\/b\])$/i, '') : name;
  const unsorted: ListedPart[] = [{ slot: 'Other', position: null, text }];
  const whole = plainKey(text);
  if (!name && (text === '' || headings.has(whole) || own.headings.has(whole))) return [];
  if (!name) return partsLedByName(isMarked ? text.replace(mark, ' ') : text, own) ?? unsorted;
  if (value === '') return [];
  const places = placesOf(key, own);
  const led = !places && dash.test(sign) ? partsLedByName(text, own) : null;
  if (led) return led;
  // `A half- finished bell`
  if (!places && looseDash.test(sign)) return unsorted;
  if (!places) return [{ slot: 'Other', position: null, text: `${key.trim()}: ${value}` }];
  return places.map((place) => ({ ...place, text: value }));
}

/** Maximum characters read of a pasted list. */
const maxTextLength = 20_000;

/**
 * Reads a pasted list of parts: one a line, `Fork: Fox 34`, `Fork -- Fox 34`, `Fork Fox 34`, separated by a tab, or rows
 * of a table. Names of parts are in English or in the page's language. A part with an unknown name goes to Other, with
 * its name in front.
 */
export function readPartsList(text: string): ListedPart[] {
  const rows = text.slice(0, maxTextLength).split(/\r?\n/);
  const own = ownNames();
  return rows.flatMap((row, at) => (isRule(row) || isRule(rows[at + 1]) ? [] : partsOf(row, own)));
}
