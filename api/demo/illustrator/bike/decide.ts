// Decides the equipment of a bike: from the stated facts, else from the seed.
import type { Rng } from '../random.ts';
import type { BikeSpec } from '../spec.ts';
import { driveOf, motorOf } from './decide-drive.ts';
import { barOf, type Character, characterOf, forkOf, travelOf } from './decide-frame.ts';
import { postOf, wheelsOf } from './decide-wheels.ts';
import type { Fitout } from './fitout.ts';

type Seat = Pick<Fitout, 'saddle' | 'saddleColour' | 'tape'>;
type Load = Omit<Fitout, keyof Seat | 'fenders' | 'basket' | 'finish' | 'pedal'>;

function seatOf({ cat, mtb, build, year }: Character, r: Rng): Seat {
  const old = year < 1996;
  const leathery = (build === 'lugged' || cat === 'Touring' || cat === 'City') && r.chance(0.6);
  const usual = leathery ? 'leather' : cat === 'City' ? 'comfort' : old ? 'retro' : 'race';
  const saddle = cat === 'Triathlon' ? 'tri' : mtb ? 'mtb' : usual;
  const brown = saddle === 'leather' && r.chance(0.75);
  const white = (saddle === 'retro' && r.chance(0.2)) || (saddle === 'race' && r.chance(0.12));
  const tape = brown
    ? r.chance(0.8)
      ? 'leather'
      : 'cork'
    : old
      ? r.pick(['black', 'white', 'frame', 'cork'] as const)
      : r.pick(['black', 'black', 'black', 'accent', 'white'] as const);
  return { saddle, saddleColour: brown ? 'leather' : white ? 'white' : 'black', tape };
}

function fendersOf({ cat }: Character, wanted: boolean, metal: Fitout['metal'], r: Rng): Fitout['fenders'] {
  if (!wanted) return 'none';
  if (metal === 'silver' && r.chance(0.6)) return 'metal';
  return cat === 'City' && r.chance(0.4) ? 'frame' : 'black';
}

function finishOf({ build, mtb }: Character, r: Rng): Fitout['finish'] {
  if (build === 'ti') return 'metal';
  return (build === 'carbon' && r.chance(0.45)) || (mtb && r.chance(0.4)) ? 'matte' : 'gloss';
}

function pedalOf({ cat, utility, year }: Character, r: Rng): Fitout['pedal'] {
  if (cat === 'Track' || cat === 'Messenger') return r.chance(0.6) ? 'clips' : 'clipless';
  if (utility) return 'city';
  if (cat === 'Freeride' || cat === 'Downhill' || cat === 'Enduro') return 'flat';
  if (year < 1996) return 'clips';
  return cat === 'Touring' && r.chance(0.5) ? 'flat' : 'clipless';
}

function stemOf({ cat, era, roadish, utility, year }: Character): Fitout['stem'] {
  const quill =
    era === 'classic' ||
    (era === 'nineties' && (roadish || (cat === 'Cross Country' && year < 1997))) ||
    (utility && era !== 'modern');
  return quill ? 'quill' : 'ahead';
}

function bottlesOf({ cat, year }: Character, r: Rng): number {
  if (year < 1935) return 0;
  if (['Road', 'Gravel', 'Touring', 'Triathlon'].includes(cat)) return r.chance(0.75) ? 2 : 1;
  return ['Cross Country', 'Enduro', 'Hybrid'].includes(cat) && r.chance(0.5) ? 1 : 0;
}

/**
 * The order of the decisions is part of the drawing: all take random numbers from one sequence, so moving one changes
 * every picture after it.
 */
export function fitout(spec: BikeSpec, r: Rng): Fitout {
  const character = characterOf(spec, r);
  const { cat, year, era, style, build, mtb, brake } = character;
  const { wheel, tyre, metal } = wheelsOf(character, r);
  const fork = forkOf(character, r);
  const travel = travelOf(character, fork);
  const seat = seatOf(character, r);
  const drive = driveOf(character);
  const motor = motorOf(character);
  const touring = cat === 'Touring';
  const urban = cat === 'City' || (cat === 'Commuter' && r.chance(0.7)) || (cat === 'Hybrid' && r.chance(0.25));
  const fenders = fendersOf(character, urban || (touring && r.chance(0.65)), metal, r);
  const basket = cat === 'City' && motor === 'none' && r.chance(0.4) ? (r.chance(0.65) ? 'wicker' : 'wire') : 'none';
  const finish = finishOf(character, r);
  const pedal = pedalOf(character, r);
  const load: Load = {
    year,
    era,
    style,
    build,
    wheel,
    tyre,
    fork,
    travelF: travel.front,
    travelR: travel.rear,
    bar: barOf(character),
    stem: stemOf(character),
    post: postOf(character),
    brake,
    rotor: cat === 'Downhill' ? 100 : mtb ? 92 : 78,
    drive,
    metal,
    motor,
    rearRack: touring ? r.chance(0.8) : urban ? r.chance(0.6) : false,
    frontRack: touring && r.chance(0.35),
    panniers: touring ? r.chance(0.45) : urban && r.chance(0.2),
    lights: urban || (touring && r.chance(0.5)),
    bottles: bottlesOf(character, r),
    saddlebag: ['Road', 'Gravel'].includes(cat) && r.chance(0.3),
    framebag: cat === 'Gravel' && r.chance(0.25),
    barbag: (touring || cat === 'Gravel') && r.chance(0.3),
    kickstand: urban && r.chance(0.5) && cat !== 'Hybrid',
    chaincase: cat === 'City' && style !== 'diamond' && drive.kind === 'hub' && r.chance(0.6),
    crankAngle: r.pick([0, 0, -8, 25, 42, -35]),
  };
  return { ...load, ...seat, fenders, basket, finish, pedal };
}
