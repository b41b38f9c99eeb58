// The equipment of a bike, in the terms of the drawing.

type FrameStyle = 'diamond' | 'step' | 'mixte' | 'cruiser' | 'mini' | 'fullsus' | 'tri';
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
  /** Degrees by which the wheels are turned; from the seed if missing. */
  turns?: { rear: number; front: number };
  /** The chainring that the chain is on, counted from the largest, which is the default. */
  ring?: number;
  /** Whether the tires carry a maker's label, which should be lined up with the valve. */
  labels?: boolean;
};
