import type { Rng } from '../random.ts';
import type { Character } from './decide-frame.ts';
import type { Fitout } from './fitout.ts';

type Wheel = Fitout['wheel'];
type Tyre = Fitout['tyre'];

const isAero = ({ cat, mat, year }: Character): boolean =>
  ['Road', 'Triathlon', 'Track'].includes(cat) && mat === 'Carbon' && year > 2008;

function kindOf({ cat, mat }: Character, r: Rng): Wheel['kind'] {
  if (cat === 'Messenger' && r.chance(0.25)) return 'five';
  if (cat === 'Track' && mat !== 'Steel' && r.chance(0.3)) return r.chance(0.5) ? 'five' : 'tri';
  return 'spoked';
}

function depthOf(character: Character, r: Rng): number {
  const { cat, mtb, era } = character;
  if (cat === 'Triathlon') return r.pick([58, 80]);
  if (isAero(character)) return r.pick([40, 50, 60]);
  if (cat === 'Track') return r.pick([24, 45]);
  if (cat === 'Messenger') return r.pick([20, 42]);
  if (cat === 'Fat Tire') return 20;
  if (mtb) return 24;
  return era === 'modern' ? 26 : 17;
}

function metalOf({ era, build, utility, cat }: Character, r: Rng): Fitout['metal'] {
  const silver =
    era === 'classic' ||
    (build === 'lugged' && r.chance(0.7)) ||
    (utility && r.chance(0.4)) ||
    (cat === 'Touring' && r.chance(0.5));
  return silver ? 'silver' : 'black';
}

function rimOf({ era, brake, cat, mtb, year }: Character, metal: Fitout['metal'], r: Rng): Wheel['rim'] {
  if ((era !== 'modern' && brake !== 'disc') || (metal === 'silver' && r.chance(0.8))) return 'silver';
  if (cat === 'Messenger' && r.chance(0.35)) return 'frame';
  return mtb && year < 2008 && r.chance(0.3) ? 'silver' : 'black';
}

function wallOf({ cat, mtb, roadish, year }: Character, r: Rng): Tyre['wall'] {
  if (mtb) return r.chance(0.3) ? 'tan' : 'black';
  if (year < 1996 && roadish) return r.pick(['gum', 'gum', 'tan'] as const);
  switch (cat) {
    case 'Gravel':
    case 'Cyclocross':
      return r.pick(['tan', 'tan', 'black', 'brown'] as const);
    case 'City':
      return r.pick(['black', 'white', 'brown', 'tan'] as const);
    case 'Road':
      return r.pick(['black', 'black', 'tan'] as const);
    case 'Touring':
      return r.pick(['black', 'tan', 'brown'] as const);
    case 'Track':
    case 'Messenger':
      return r.pick(['black', 'black', 'tan', 'gum'] as const);
    default:
      return 'black';
  }
}

function knobsOf({ spec, cat }: Character): number {
  if (['Fat Tire', 'Downhill', 'Enduro', 'Freeride'].includes(cat)) return 1;
  if (cat === 'Cross Country') return 0.75;
  if (cat === 'Cyclocross') return 0.55;
  if (cat === 'Gravel') return 0.4;
  return (spec.tyreWidth ?? 0) > 46 && cat === 'Touring' ? 0.5 : 0;
}

function spokesOf(character: Character): number {
  const { cat, mtb, era, build, utility } = character;
  if (isAero(character) || cat === 'Triathlon') return 20;
  if (mtb && era === 'modern') return 28;
  if (build === 'carbon') return 24;
  return cat === 'Touring' || utility ? 36 : 32;
}

/** Chooses wheels and tires, and the bright or dark metal that the rest of the bike follows. */
export function wheelsOf(character: Character, r: Rng): { wheel: Wheel; tyre: Tyre; metal: Fitout['metal'] } {
  const { cat, mat, year, brake } = character;
  const rearDisc =
    (cat === 'Triathlon' && year > 1990 && r.chance(0.4)) || (cat === 'Track' && mat === 'Carbon' && r.chance(0.6));
  const kind = kindOf(character, r);
  const depth = depthOf(character, r);
  const metal = metalOf(character, r);
  const rim = rimOf(character, metal, r);
  const wall = wallOf(character, r);
  const spokes = kind === 'spoked' ? spokesOf(character) : 0;
  const track = ['caliper', 'canti', 'vbrake', 'centerpull'].includes(brake);
  return {
    wheel: { kind, depth, rim, spokes, cross: 1, track, rearDisc },
    tyre: { wall, knobs: knobsOf(character) },
    metal,
  };
}

export const postOf = (character: Character): Fitout['post'] => {
  if (character.cat === 'Enduro' && character.year > 2011) return 'dropper';
  return isAero(character) || character.style === 'tri' ? 'aero' : 'round';
};
