// Decides what hangs on the bike: from the stated facts first, from the seed where nothing is stated.
import type { Rng } from '../random.ts';
import type { BikeSpec } from '../spec.ts';

export type FrameStyle = 'diamond' | 'step' | 'mixte' | 'cruiser' | 'mini' | 'fullsus' | 'tri';
export type Fitout = {
  year: number;
  era: 'classic' | 'nineties' | 'modern';
  style: FrameStyle;
  build: 'lugged' | 'slim' | 'alloy' | 'carbon' | 'ti' | 'wood';
  finish: 'gloss' | 'matte' | 'metal';
  wheel: {
    kind: 'spoked' | 'disc' | 'tri' | 'five';
    depth: number;
    rim: 'silver' | 'black' | 'frame' | 'gold';
    spokes: number;
    cross: 0 | 1;
    track: boolean;
    rearDisc: boolean;
  };
  tyre: { wall: 'black' | 'tan' | 'gum' | 'white' | 'brown'; knobs: number };
  fork: 'curved' | 'straight' | 'carbon' | 'suspension' | 'dual' | 'unicrown';
  travelF: number;
  travelR: number;
  bar: string;
  tape: 'black' | 'white' | 'leather' | 'frame' | 'accent' | 'cork';
  stem: 'quill' | 'ahead';
  saddle: 'race' | 'leather' | 'comfort' | 'mtb' | 'tri' | 'retro';
  saddleColour: 'black' | 'leather' | 'white' | 'accent';
  post: 'round' | 'dropper' | 'aero';
  brake: 'disc' | 'caliper' | 'centerpull' | 'canti' | 'vbrake' | 'drum' | 'coaster' | 'rod' | 'none';
  rotor: number;
  drive: {
    kind: 'derailleur' | 'single' | 'hub' | 'belt' | 'gearbox' | 'shaft';
    rings: [number, ...number[]];
    cog: [number, number, number];
    fixed: boolean;
  };
  metal: 'silver' | 'black';
  motor: 'none' | 'mid' | 'rear' | 'front';
  pedal: 'clipless' | 'flat' | 'clips' | 'city';
  fenders: 'none' | 'metal' | 'black' | 'frame';
  rearRack: boolean;
  frontRack: boolean;
  panniers: boolean;
  basket: 'none' | 'wicker' | 'wire';
  lights: boolean;
  bottles: number;
  saddlebag: boolean;
  framebag: boolean;
  barbag: boolean;
  kickstand: boolean;
  chaincase: boolean;
  crankAngle: number;
};

export function fitout(spec: BikeSpec, r: Rng): Fitout {
  const cat = spec.category,
    year = spec.year ?? 2018;
  const era = year < 1988 ? 'classic' : year < 2004 ? 'nineties' : 'modern';
  const mtb = ['Cross Country', 'Downhill', 'Enduro', 'Fat Tire', 'Freeride'].includes(cat);
  const roadish = ['Road', 'Gravel', 'Cyclocross', 'Touring', 'Track', 'Triathlon'].includes(cat);
  const utility = ['City', 'Commuter', 'Hybrid'].includes(cat);
  const bsd = spec.wheelBsd ?? (cat === 'Cross Country' && year < 2010 ? 559 : 622);
  const mat = spec.material ?? 'Aluminum';
  const build: Fitout['build'] =
    mat === 'Steel'
      ? era === 'classic' || (era === 'nineties' && roadish) || (roadish && r.chance(0.35))
        ? 'lugged'
        : 'slim'
      : mat === 'Titanium'
        ? 'ti'
        : mat === 'Carbon'
          ? 'carbon'
          : mat === 'Bamboo / Wood'
            ? 'wood'
            : era === 'classic'
              ? 'slim'
              : 'alloy';
  const full = spec.suspension === 'Full' || spec.suspension === 'Rear only';
  let style: FrameStyle = 'diamond';
  if (cat === 'Triathlon' && year > 1998) style = 'tri';
  else if (full && !['Recumbent', 'Handbike'].includes(cat)) style = 'fullsus';
  else if (bsd < 480) style = 'mini';
  else if (cat === 'City')
    style = spec.handlebar === 'Cruiser' ? 'cruiser' : r.pick(['step', 'step', 'mixte', 'diamond'] as const);
  else if (cat === 'Commuter') style = r.chance(0.2) ? 'mixte' : 'diamond';

  const bar = spec.handlebar ?? (mtb ? 'Riser' : cat === 'Triathlon' ? 'Aero / TT' : utility ? 'Flat' : 'Drop');
  const b =
    spec.brake ??
    (mtb
      ? year < 2000
        ? 'Rim: Cantilever'
        : 'Hydraulic Disc'
      : year < 2014
        ? 'Rim: Dual-Pivot / Caliper'
        : 'Hydraulic Disc');
  const brake: Fitout['brake'] = b.includes('Disc')
    ? 'disc'
    : b.includes('Center')
      ? 'centerpull'
      : b.includes('Canti')
        ? 'canti'
        : b.includes('V-Brake') || b.includes('U-Brake') || b === 'Rim: Hydraulic'
          ? 'vbrake'
          : b.includes('Drum')
            ? 'drum'
            : b.includes('Coaster')
              ? 'coaster'
              : b === 'Rod'
                ? 'rod'
                : b.includes('None')
                  ? 'none'
                  : 'caliper';

  // Drivetrain
  const gear = spec.rearGear,
    dt = spec.drivetrain;
  const internal = gear.startsWith('Internal'),
    single = gear === 'Single-Speed',
    speeds = parseInt(gear, 10) || 9;
  const kind: Fitout['drive']['kind'] =
    dt === 'Gearbox' || gear.startsWith('Gearbox')
      ? 'gearbox'
      : dt === 'Belt Drive'
        ? 'belt'
        : dt === 'Shaft Drive'
          ? 'shaft'
          : internal
            ? 'hub'
            : single
              ? 'single'
              : 'derailleur';
  const big = mtb
    ? cat === 'Downhill'
      ? 36
      : 32
    : cat === 'Gravel' || cat === 'Cyclocross'
      ? 42
      : cat === 'Track'
        ? 49
        : cat === 'Triathlon'
          ? 54
          : utility
            ? 42
            : cat === 'Touring'
              ? 44
              : cat === 'Messenger'
                ? 46
                : 50;
  const rings: [number, ...number[]] =
    dt === '3x'
      ? mtb
        ? [42, 32, 22]
        : [48, 38, 28]
      : dt === '2x'
        ? mtb
          ? [36, 24]
          : cat === 'Gravel'
            ? [46, 30]
            : cat === 'Road' && year < 2003
              ? [52, 42]
              : [big, big - 16]
        : [mtb && speeds < 12 && speeds > 7 ? 34 : big];
  const maxCog =
    cat === 'Downhill'
      ? 25
      : mtb
        ? speeds >= 12
          ? 51
          : speeds >= 11
            ? 42
            : year > 2004
              ? 36
              : 32
        : dt === '1x' && speeds >= 11
          ? 42
          : cat === 'Touring'
            ? 34
            : year < 1990
              ? 24
              : year < 2012
                ? 27
                : 32;
  const cog: [number, number, number] =
    kind === 'derailleur'
      ? [speeds >= 12 ? 10 : 11 + (year < 1995 ? 2 : 0), maxCog, Math.min(13, speeds)]
      : [cat === 'Track' ? 14 : cat === 'Messenger' ? 17 : kind === 'belt' ? 22 : 18, 0, 1];

  // Wheels
  const aero = ['Road', 'Triathlon', 'Track'].includes(cat) && mat === 'Carbon' && year > 2008;
  const rearDisc =
    (cat === 'Triathlon' && year > 1990 && r.chance(0.4)) || (cat === 'Track' && mat === 'Carbon' && r.chance(0.6));
  const wk =
    cat === 'Messenger' && r.chance(0.25)
      ? 'five'
      : cat === 'Track' && mat !== 'Steel' && r.chance(0.3)
        ? r.chance(0.5)
          ? 'five'
          : 'tri'
        : 'spoked';
  const depth =
    cat === 'Triathlon'
      ? r.pick([58, 80])
      : aero
        ? r.pick([40, 50, 60])
        : cat === 'Track'
          ? r.pick([24, 45])
          : cat === 'Messenger'
            ? r.pick([20, 42])
            : cat === 'Fat Tire'
              ? 20
              : mtb
                ? 24
                : era === 'modern'
                  ? 26
                  : 17;
  const metal =
    era === 'classic' ||
    (build === 'lugged' && r.chance(0.7)) ||
    (utility && r.chance(0.4)) ||
    (cat === 'Touring' && r.chance(0.5))
      ? 'silver'
      : 'black';
  const rim: Fitout['wheel']['rim'] =
    (era !== 'modern' && brake !== 'disc') || (metal === 'silver' && r.chance(0.8))
      ? 'silver'
      : cat === 'Messenger' && r.chance(0.35)
        ? 'frame'
        : mtb && year < 2008 && r.chance(0.3)
          ? 'silver'
          : 'black';
  const old = year < 1996;
  const wall: Fitout['tyre']['wall'] = mtb
    ? r.chance(0.3)
      ? 'tan'
      : 'black'
    : old && roadish
      ? r.pick(['gum', 'gum', 'tan'] as const)
      : cat === 'Gravel' || cat === 'Cyclocross'
        ? r.pick(['tan', 'tan', 'black', 'brown'] as const)
        : cat === 'City'
          ? r.pick(['black', 'white', 'brown', 'tan'] as const)
          : cat === 'Road'
            ? r.pick(['black', 'black', 'tan'] as const)
            : cat === 'Touring'
              ? r.pick(['black', 'tan', 'brown'] as const)
              : cat === 'Track' || cat === 'Messenger'
                ? r.pick(['black', 'black', 'tan', 'gum'] as const)
                : 'black';
  const knobs =
    cat === 'Fat Tire' || cat === 'Downhill' || cat === 'Enduro' || cat === 'Freeride'
      ? 1
      : cat === 'Cross Country'
        ? 0.75
        : cat === 'Cyclocross'
          ? 0.55
          : cat === 'Gravel'
            ? 0.4
            : (spec.tyreWidth ?? 0) > 46 && cat === 'Touring'
              ? 0.5
              : 0;

  const susFork =
    spec.suspension === 'Front (Hardtail)' || spec.suspension === 'Softtail' || spec.suspension === 'Full';
  const fork: Fitout['fork'] = susFork
    ? cat === 'Downhill' || (cat === 'Freeride' && full && r.chance(0.5))
      ? 'dual'
      : 'suspension'
    : mat === 'Carbon' || (build === 'alloy' && roadish) || build === 'ti'
      ? 'carbon'
      : cat === 'Fat Tire' || cat === 'Cross Country'
        ? 'unicrown'
        : build === 'slim' && utility
          ? 'unicrown'
          : build === 'alloy'
            ? 'straight'
            : 'curved';
  const leathery = (build === 'lugged' || cat === 'Touring' || cat === 'City') && r.chance(0.6);
  const saddle: Fitout['saddle'] =
    cat === 'Triathlon'
      ? 'tri'
      : mtb
        ? 'mtb'
        : leathery
          ? 'leather'
          : cat === 'City'
            ? 'comfort'
            : old
              ? 'retro'
              : 'race';
  const brown = saddle === 'leather' && r.chance(0.75);
  const saddleColour = brown
    ? 'leather'
    : saddle === 'retro' && r.chance(0.2)
      ? 'white'
      : saddle === 'race' && r.chance(0.12)
        ? 'white'
        : 'black';
  const tape: Fitout['tape'] = brown
    ? r.chance(0.8)
      ? 'leather'
      : 'cork'
    : old
      ? r.pick(['black', 'white', 'frame', 'cork'] as const)
      : r.pick(['black', 'black', 'black', 'accent', 'white'] as const);
  const mid = spec.motor ?? 'Mid-drive';
  const motor: Fitout['motor'] =
    dt !== 'E-Bike' ? 'none' : mid === 'Rear hub' ? 'rear' : mid === 'Front hub' ? 'front' : 'mid';
  const touring = cat === 'Touring';
  const urban = cat === 'City' || (cat === 'Commuter' && r.chance(0.7)) || (cat === 'Hybrid' && r.chance(0.25));
  const fenders: Fitout['fenders'] =
    urban || (touring && r.chance(0.65))
      ? metal === 'silver' && r.chance(0.6)
        ? 'metal'
        : cat === 'City' && r.chance(0.4)
          ? 'frame'
          : 'black'
      : 'none';
  const basket = cat === 'City' && motor === 'none' && r.chance(0.4) ? (r.chance(0.65) ? 'wicker' : 'wire') : 'none';
  return {
    year,
    era,
    style,
    build,
    finish:
      build === 'ti'
        ? 'metal'
        : build === 'carbon' && r.chance(0.45)
          ? 'matte'
          : mtb && r.chance(0.4)
            ? 'matte'
            : 'gloss',
    wheel: {
      kind: wk,
      depth,
      rim,
      spokes:
        wk === 'spoked'
          ? aero || cat === 'Triathlon'
            ? 20
            : mtb && era === 'modern'
              ? 28
              : build === 'carbon'
                ? 24
                : cat === 'Touring' || utility
                  ? 36
                  : 32
          : 0,
      cross: 1,
      track: brake === 'caliper' || brake === 'canti' || brake === 'vbrake' || brake === 'centerpull',
      rearDisc,
    },
    tyre: { wall, knobs },
    fork,
    travelF:
      cat === 'Downhill'
        ? 200
        : fork === 'dual'
          ? 190
          : cat === 'Enduro'
            ? 165
            : cat === 'Freeride'
              ? full
                ? 170
                : 110
              : cat === 'Hybrid'
                ? 63
                : year < 2000
                  ? 70
                  : 110,
    travelR: cat === 'Downhill' ? 200 : cat === 'Cross Country' ? 110 : 155,
    bar,
    tape,
    stem:
      era === 'classic' ||
      (era === 'nineties' && (roadish || (cat === 'Cross Country' && year < 1997))) ||
      (utility && era !== 'modern')
        ? 'quill'
        : 'ahead',
    saddle,
    saddleColour,
    post:
      ['Downhill', 'Enduro'].includes(cat) && year > 2011 && cat === 'Enduro'
        ? 'dropper'
        : aero || style === 'tri'
          ? 'aero'
          : 'round',
    brake,
    rotor: cat === 'Downhill' ? 100 : mtb ? 92 : 78,
    drive: { kind, rings, cog, fixed: dt === 'Fixed Gear' },
    metal,
    motor,
    pedal:
      cat === 'Track' || cat === 'Messenger'
        ? r.chance(0.6)
          ? 'clips'
          : 'clipless'
        : utility || cat === 'Freeride' || cat === 'Downhill' || cat === 'Enduro'
          ? utility
            ? 'city'
            : 'flat'
          : old
            ? 'clips'
            : touring
              ? r.chance(0.5)
                ? 'flat'
                : 'clipless'
              : 'clipless',
    fenders,
    rearRack: touring ? r.chance(0.8) : urban ? r.chance(0.6) : false,
    frontRack: touring && r.chance(0.35),
    panniers: touring ? r.chance(0.45) : urban && r.chance(0.2),
    basket,
    lights: urban || (touring && r.chance(0.5)),
    bottles:
      year < 1935
        ? 0
        : ['Road', 'Gravel', 'Touring', 'Triathlon'].includes(cat)
          ? r.chance(0.75)
            ? 2
            : 1
          : ['Cross Country', 'Enduro', 'Hybrid'].includes(cat) && r.chance(0.5)
            ? 1
            : 0,
    saddlebag: ['Road', 'Gravel'].includes(cat) && r.chance(0.3),
    framebag: cat === 'Gravel' && r.chance(0.25),
    barbag: (touring || cat === 'Gravel') && r.chance(0.3),
    kickstand: urban && r.chance(0.5) && cat !== 'Hybrid',
    chaincase: cat === 'City' && style !== 'diamond' && kind === 'hub' && r.chance(0.6),
    crankAngle: r.pick([0, 0, -8, 25, 42, -35]),
  };
}
