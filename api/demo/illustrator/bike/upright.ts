// Assembles an upright bike, seen from either side.

import type { BikeColours } from '../ink/palette.ts';
import { add, type Pen, type Pt, pt, tone } from '../ink/pen.ts';
import type { Rng } from '../random.ts';
import type { BikeSpec } from '../spec.ts';
import { bars } from './bars.ts';
import { discCaliper, rimBrakes } from './brakes.ts';
import { chaincase, chainline, drawChain, rearCogs } from './chainline.ts';
import { cables, stem } from './cockpit.ts';
import { chainrings, crank } from './cranks.ts';
import { frontDerailleur, rearDerailleur } from './derailleurs.ts';
import { bottles, fenders, kickstand, lights } from './extras.ts';
import type { Fitout } from './fitout.ts';
import { fork } from './fork.ts';
import { farStays, mainFrame, nearStays } from './frame.ts';
import { tubes } from './frame-parts.ts';
import type { Geometry } from './geometry.ts';
import { bags, basket, frontRack, panniers, rearRack } from './luggage.ts';
import { gearbox, motorAtCranks } from './motors.ts';
import { farRider, nearRider, type Outfit, pose } from './rider.ts';
import { seat } from './seat.ts';
import { rotor, shell, type WheelOptions, wheel } from './wheel.ts';

const MTB = new Set(['Cross Country', 'Downhill', 'Enduro', 'Fat Tire', 'Freeride']);

export function wheelOptions(c: BikeColours, g: Geometry, f: Fitout, front: boolean, turn: number): WheelOptions {
  const rim =
    f.wheel.rim === 'silver' ? c.silver : f.wheel.rim === 'frame' ? c.frame : f.wheel.rim === 'gold' ? c.gold : c.black;
  const kind = !front && f.wheel.rearDisc ? 'disc' : f.wheel.kind === 'tri' && !front ? 'spoked' : f.wheel.kind;
  const wall = { black: null, tan: c.tan, gum: tone(c.tan, -0.08), white: tone(c.chrome, 0.06), brown: c.leather }[
    f.tyre.wall
  ];
  const motor = (front && f.motor === 'front') || (!front && f.motor === 'rear');
  return {
    radius: front ? g.frontR : g.rearR,
    bsd: front ? g.frontBsd : g.rearBsd,
    kind,
    depth: f.wheel.depth,
    rim,
    spokes: Math.max(16, f.wheel.spokes - (front && f.wheel.spokes < 30 ? 4 : 0)) || 24,
    radial: front && f.wheel.spokes <= 24 && f.brake !== 'disc',
    track: f.wheel.track && f.wheel.rim !== 'silver' && f.wheel.depth < 34,
    wall,
    knobs: f.tyre.knobs,
    flange: motor
      ? 74
      : !front && f.drive.kind === 'hub'
        ? 42
        : f.drive.fixed
          ? 34
          : front
            ? f.brake === 'disc'
              ? 27
              : f.brake === 'drum'
                ? 40
                : 20
            : 27,
    turn,
    label: f.labels === true,
    hub: f.metal === 'silver' ? c.silver : c.black,
    spoke:
      f.metal === 'silver' || f.era !== 'modern'
        ? c.spoke
        : f.wheel.depth > 34
          ? tone(c.black, 0.06)
          : tone(c.steel, -0.12),
    stripe:
      f.wheel.depth > 34 ? (c.accent !== c.black && c.second !== c.frame ? c.second : tone(c.chrome, -0.08)) : null,
  };
}

/** @returns the position of the rider's head, if there is a rider */
export function uprightBike(
  pen: Pen,
  c: BikeColours,
  g: Geometry,
  f: Fitout,
  spec: BikeSpec,
  r: Rng,
  mark: string,
  driveSide: boolean,
  rider: Outfit | null = null,
): Pt | null {
  const mtb = MTB.has(spec.category),
    t = tubes(f, mtb),
    line = chainline(g, f),
    seeded = { rear: r.range(0, 24), front: r.range(0, 24) },
    { rear: turnR, front: turnF } = f.turns ?? seeded;
  const disc = f.brake === 'disc',
    cogs = (): void => rearCogs(pen, c, g, f);
  const rotors = (): void => {
    if (disc) {
      rotor(pen, c, g.rear, f.rotor - (mtb ? 4 : 8), turnR);
      rotor(pen, c, g.front, f.rotor, turnF);
    }
  };
  const calipers = (): void => {
    if (disc) {
      discCaliper(pen, c, g.rear, f.rotor - 4, f.style === 'fullsus' ? -110 : -150);
      discCaliper(pen, c, g.front, f.rotor, mtb ? -150 : -128);
    }
  };
  const drive = (): void => {
    if (f.chaincase && driveSide) {
      chainrings(pen, c, g, f);
      chaincase(pen, c, g, f, line);
      return;
    }
    drawChain(pen, c, f, line);
    rearDerailleur(pen, c, g, f, line);
    frontDerailleur(pen, c, g, f);
    chainrings(pen, c, g, f);
  };
  const rearWheel = (): void => {
    wheel(pen, c, g.rear, wheelOptions(c, g, f, false, turnR));
    if (f.motor === 'rear') shell(pen, c, g.rear, 72, c.black);
    else if (f.drive.kind === 'hub') shell(pen, c, g.rear, 44, f.metal === 'silver' ? c.silver : c.grey);
  };
  const frontWheel = (): void => {
    wheel(pen, c, g.front, wheelOptions(c, g, f, true, turnF));
    if (f.motor === 'front') shell(pen, c, g.front, 72, c.black);
    else if (f.brake === 'drum') shell(pen, c, g.front, 42, c.silver);
  };

  // Far side
  const held = bars(pen, c, g, f, 'far').hand,
    sit = rider ? pose(g, f, spec, add(held, pt(-7, 5))) : null;
  if (sit && rider) farRider(pen, sit, rider);
  if (driveSide) {
    pen.quiet(() => crank(pen, c, g, f, false));
    rotors();
  } else {
    cogs();
    drive();
    crankFar(pen, c, g, f);
  }
  farStays(pen, c, g, f, t);
  fork(pen, c, g, f, 'far');
  if (driveSide) calipers();
  // Wheels
  rearWheel();
  frontWheel();
  if (driveSide) cogs();
  else rotors();
  fenders(pen, c, g, f);
  rearRack(pen, c, g, f);
  frontRack(pen, c, g, f);
  // Frame
  nearStays(pen, c, g, f, t);
  if (!driveSide) calipers();
  if (f.brake !== 'disc') rimBrakes(pen, c, g, f);
  seat(pen, c, g, f);
  bottles(pen, c, g, f, r.int(0, 9));
  mainFrame(pen, c, g, f, t, mark);
  if (f.motor === 'mid') motorAtCranks(pen, c, g);
  if (f.drive.kind === 'gearbox') gearbox(pen, c, g);
  bags(pen, c, g, f);
  kickstand(pen, c, g, f);
  fork(pen, c, g, f, 'near');
  pen.ball(g.front, 9, c.steel);
  pen.ball(g.rear, 9, c.steel);
  panniers(pen, c, g, f);
  if (driveSide) drive();
  crank(pen, c, g, driveSide ? f : { ...f, crankAngle: f.crankAngle + 180 }, true);
  // Cockpit
  stem(pen, c, g, f);
  lights(pen, c, g, f);
  const arms = bars(pen, c, g, f, 'near');
  cables(pen, c, g, f, arms);
  const head = sit && rider ? nearRider(pen, c, sit, rider) : null;
  basket(pen, c, g, f);
  return head;
}

function crankFar(pen: Pen, c: BikeColours, g: Geometry, f: Fitout): void {
  pen.quiet(() => crank(pen, c, g, { ...f, crankAngle: f.crankAngle + 180 }, false));
}
