import type { BikeSpec } from '../spec.ts';
import type { Fitout } from './fitout.ts';

type Numbers = {
  ha: number;
  sa: number;
  cs: number;
  drop: number;
  a2c: number;
  off: number;
  stack: number;
  reach: number;
  st: number;
  saddle: number;
  stem: number;
  stemAngle: number;
  spacer: number;
  level?: boolean;
  ht: [number, number];
};

const N = (
  ha: number,
  sa: number,
  cs: number,
  drop: number,
  a2c: number,
  off: number,
  stack: number,
  reach: number,
  st: number,
  saddle: number,
  stem: number,
  stemAngle: number,
  spacer: number,
  level = false,
  ht: [number, number] = [95, 200],
): Numbers => ({ ha, sa, cs, drop, a2c, off, stack, reach, st, saddle, stem, stemAngle, spacer, level, ht });

export function numbers(spec: BikeSpec, f: Fitout): Numbers {
  const old = f.era !== 'modern';
  const susA2c = f.fork === 'dual' ? 582 : f.fork === 'suspension' ? 400 + f.travelF * 1.08 : 0;
  switch (spec.category) {
    case 'Road':
      return old || f.build === 'lugged'
        ? N(73, 73, 412, 70, 368, 45, 565, 388, 555, 742, 105, -17, 12, true)
        : N(73, 73.6, 410, 70, 370, 44, 562, 390, 515, 735, 105, -7, 14);
    case 'Track':
      return N(
        74.2,
        74.6,
        392,
        55,
        366,
        34,
        552,
        386,
        f.build === 'carbon' ? 520 : 548,
        740,
        110,
        -17,
        4,
        f.build !== 'carbon',
      );
    case 'Messenger':
      return N(73.6, 74, 402, 58, 370, 38, 560, 384, 545, 738, 95, -12, 8, true);
    case 'Triathlon':
      return N(72.6, old ? 75 : 77.5, 408, 72, 368, 43, 528, 412, 500, 748, 90, -17, 6, old);
    case 'Cyclocross':
      return N(
        71.8,
        73.4,
        425,
        64,
        394,
        46,
        578,
        382,
        old || f.build === 'lugged' ? 550 : 525,
        735,
        95,
        -8,
        14,
        old || f.build === 'lugged',
      );
    case 'Gravel':
      return N(70.6, 73.4, 430, 74, 398, 50, 596, 390, 505, 728, 82, -6, 20);
    case 'Touring':
      return N(71.2, 72.6, 455, 75, 392, 52, 612, 378, 545, 728, 90, -6, 26, true, [100, 230]);
    case 'Hybrid':
      return N(71, 72.8, 442, 66, susA2c || 410, 48, 628, 392, 480, 718, 85, 7, 16, false, [110, 210]);
    case 'Commuter':
      return N(71, 72.8, 445, 66, 405, 48, 622, 394, 490, 715, 85, 0, 18, false, [110, 210]);
    case 'City':
      return f.style === 'cruiser'
        ? N(68.5, 69, 468, 52, 392, 52, 620, 360, 430, 640, 60, 20, 20, false, [120, 190])
        : N(69.4, 70.6, 466, 60, 398, 56, 648, 362, 470, 690, 70, 12, 24, false, [140, 230]);
    case 'Cross Country':
      return f.year < 2006
        ? N(71, 73, 424, 34, susA2c || 412, 42, 585, 408, 465, 722, 105, 0, 12, false, [95, 150])
        : N(
            f.year > 2018 ? 67.8 : 69.5,
            74,
            435,
            60,
            susA2c || 485,
            44,
            615,
            448,
            450,
            730,
            70,
            -6,
            10,
            false,
            [92, 130],
          );
    case 'Enduro':
      return f.year < 2010
        ? N(67.2, 73, 428, 12, susA2c, 42, 605, 420, 430, 700, 65, 4, 12, false, [105, 130])
        : N(64, 76.6, 440, 32, susA2c, 43, 632, 474, 425, 712, 42, 0, 14, false, [100, 135]);
    case 'Downhill':
      return N(63.2, 74, 446, 14, susA2c, 48, 632, 455, 400, 610, 48, 0, 0, false, [105, 125]);
    case 'Freeride':
      return f.style === 'fullsus'
        ? N(65, 74, 430, 12, susA2c, 44, 608, 438, 400, 620, 45, 4, 6, false, [105, 125])
        : N(68.5, 73, 402, 22, susA2c || 440, 40, 588, 420, 350, 560, 42, 8, 10, false, [100, 125]);
    case 'Fat Tire':
      return N(68.6, 73.4, 448, 58, susA2c || 470, 50, 628, 430, 440, 722, 62, 0, 14, false, [98, 140]);
    default:
      return N(72, 73, 425, 68, 385, 45, 580, 385, 520, 725, 90, -6, 12);
  }
}
