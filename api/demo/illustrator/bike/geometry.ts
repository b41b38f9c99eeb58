import { add, type Pt, pt } from '../ink/pen.ts';
import type { BikeSpec } from '../spec.ts';
import type { Fitout } from './fitout.ts';
import { numbers } from './frame-numbers.ts';

export type Geometry = {
  rearR: number;
  frontR: number;
  rearBsd: number;
  frontBsd: number;
  tyre: number;
  ground: number;
  bb: Pt;
  rear: Pt;
  front: Pt;
  down: Pt;
  fwd: Pt; // steering axis pointing down; its normal pointing forward
  htTop: Pt;
  htBot: Pt;
  crown: Pt;
  steerer: Pt;
  clamp: Pt;
  offset: number;
  up: Pt;
  seatTop: Pt;
  ttSeat: Pt;
  ttHead: Pt;
  dtHead: Pt;
  saddle: Pt;
  postTop: Pt;
};

const rad = (d: number): number => (d * Math.PI) / 180;

export function geometry(spec: BikeSpec, f: Fitout): Geometry {
  const k = numbers(spec, f);
  const frontBsd =
    spec.wheelBsd ?? (['Enduro', 'Downhill', 'Cross Country'].includes(spec.category) && f.year < 2010 ? 559 : 622);
  const rearBsd = spec.wheelBsdRear ?? frontBsd;
  const mini = f.style === 'mini';
  const tyre = spec.tyreWidth ?? 32;
  const rearR = rearBsd / 2 + tyre * 0.94 + 2,
    frontR = frontBsd / 2 + tyre * 0.94 + 2;
  if (mini) {
    k.drop = rearR - 285;
    k.a2c = Math.max(250, frontR + 78);
    k.st = 430;
    k.cs = Math.max(385, rearR + 150);
    k.reach = 385;
    k.stack = 585;
    k.ha = 71;
    k.off = 32;
    k.ht = [110, 330];
    k.saddle = 715;
  } else if (rearR - k.drop > 305 && !['Downhill', 'Enduro', 'Freeride'].includes(spec.category))
    k.drop = rearR - 292; // keep the bottom bracket at a real height
  else if (rearR - k.drop < 262) k.drop = rearR - 266;
  k.cs = Math.max(k.cs, rearR + 52);
  k.a2c = Math.max(k.a2c, frontR + (f.fork === 'suspension' || f.fork === 'dual' ? 90 : 22));
  const bb = pt(0, 0),
    ground = rearR - k.drop;
  const rear = pt(-Math.sqrt(k.cs ** 2 - k.drop ** 2), -k.drop);
  const down = pt(Math.cos(rad(k.ha)), Math.sin(rad(k.ha))),
    fwd = pt(down.y, -down.x);
  const lower = 10,
    d = Math.sqrt(k.a2c ** 2 - k.off ** 2),
    frontY = ground - frontR;
  let L = (frontY + k.stack + k.off * down.x) / down.y - lower - d;
  const want = Math.max(k.ht[0], Math.min(k.ht[1], L));
  k.stack += (want - L) * down.y;
  L = want;
  const htTop = pt(k.reach, -k.stack),
    htBot = add(htTop, down, L),
    crown = add(htBot, down, lower);
  const front = add(add(crown, down, d), fwd, k.off);
  const up = pt(-Math.cos(rad(k.sa)), -Math.sin(rad(k.sa)));
  const ttw = f.build === 'carbon' || f.build === 'alloy' ? 40 : 28;
  const ttHead = add(htTop, down, ttw / 2 + (k.level ? 9 : 8));
  let st = k.st;
  if (k.level) st = (-ttHead.y + 6) / -up.y + 22;
  const seatTop = add(bb, up, st),
    ttSeat = add(bb, up, st - ttw / 2 - (k.level ? 8 : 4));
  const dtHead = add(htBot, down, -Math.min(34, L * 0.3));
  const saddle = add(bb, up, Math.max(k.saddle, st + 95));
  const postTop = add(saddle, up, -52);
  const steerer = add(htTop, down, -(12 + k.spacer + (f.stem === 'quill' ? 38 : 20)));
  const a = rad(k.stemAngle);
  const dir = pt(fwd.x * Math.cos(a) + fwd.y * Math.sin(a), fwd.y * Math.cos(a) - fwd.x * Math.sin(a));
  const clamp = add(steerer, dir, k.stem);
  return {
    rearR,
    frontR,
    rearBsd,
    frontBsd,
    tyre,
    ground,
    bb,
    rear,
    front,
    down,
    fwd,
    htTop,
    htBot,
    crown,
    steerer,
    clamp,
    offset: k.off,
    up,
    seatTop,
    ttSeat,
    ttHead,
    dtHead,
    saddle,
    postTop,
  };
}
