// The photo guide's examples: each rule followed and broken, with the same bike in the same place.
import sharp from 'sharp';
import { type GuideRule, type GuideSide, guidePictureSize } from '#contract/photo-guide.ts';
import type { Fitout } from '../illustrator/bike/fitout.ts';
import { drawBike } from '../illustrator/draw.ts';
import { flatten, type Raw } from '../illustrator/render.ts';
import type { BikeSpec, SceneName, ShotKind } from '../illustrator/spec.ts';
import { bulged, closeUp, tilted } from './lens.ts';

interface View {
  kind?: ShotKind;
  scene?: SceneName;
  arranged?: Partial<Fitout>;
  /** Simulates the photographer's mistake. */
  change?: (picture: Raw, width: number) => Raw | Promise<Raw>;
  /** Factor by which it is drawn larger than it is shown, because `change` crops it. */
  spare?: number;
}

interface Example {
  spec: BikeSpec;
  seed: string;
  /** Settings of both sides. */
  both: View;
  right: View;
  wrong: View;
}

/** A bike without accessories. */
const bare: Partial<Fitout> = {
  bottles: 0,
  saddlebag: false,
  framebag: false,
  barbag: false,
  lights: false,
  panniers: false,
  basket: 'none',
  rearRack: false,
  frontRack: false,
  fenders: 'none',
  kickstand: false,
  crankAngle: -8,
};

const road: BikeSpec = {
  category: 'Road',
  drivetrain: '2x',
  rearGear: '11-Speed',
  colours: ['Green'],
  material: 'Steel',
  year: 2019,
  handlebar: 'Drop',
  brake: 'Rim: Dual-Pivot / Caliper',
  suspension: 'Rigid',
  tyreWidth: 28,
  wheelBsd: 622,
};
const gravel: BikeSpec = {
  ...road,
  category: 'Gravel',
  drivetrain: '1x',
  colours: ['Orange'],
  tyreWidth: 42,
  brake: 'Hydraulic Disc',
};
const touring: BikeSpec = { ...road, category: 'Touring', drivetrain: '3x', rearGear: '9-Speed', colours: ['Blue'] };
const hardtail: BikeSpec = {
  category: 'Cross Country',
  drivetrain: '1x',
  rearGear: '12-Speed',
  colours: ['Red'],
  material: 'Aluminum',
  year: 2022,
  handlebar: 'Flat',
  brake: 'Hydraulic Disc',
  suspension: 'Front (Hardtail)',
  tyreWidth: 58,
  wheelBsd: 622,
};

const examples: Record<GuideRule, Example> = {
  'drive-side': {
    spec: road,
    seed: 'guide-drive-side',
    both: { scene: 'plaster' },
    right: { kind: 'Drive side' },
    wrong: { kind: 'Non-drive side' },
  },
  cranks: {
    spec: gravel,
    seed: 'guide-cranks',
    both: { scene: 'studio' },
    right: {},
    wrong: { arranged: { crankAngle: 118 } },
  },
  'big-ring': {
    spec: touring,
    seed: 'guide-big-ring',
    both: { kind: 'Drivetrain', scene: 'plaster' },
    right: {},
    wrong: { arranged: { ring: 2 } },
  },
  valves: {
    spec: { ...gravel, colours: ['Red'] },
    seed: 'guide-valves',
    both: {
      scene: 'studio',
      arranged: { labels: true },
      spare: 1.75,
      change: (picture, width) => closeUp(picture, { x: 0.7, y: 0.64 }, width),
    },
    right: { arranged: { turns: { rear: -7, front: -7 } } },
    wrong: { arranged: { turns: { rear: 71, front: 128 } } },
  },
  distance: {
    spec: { ...road, colours: ['Yellow / Gold'] },
    seed: 'guide-distance',
    both: { scene: 'brick' },
    right: {},
    wrong: { change: (picture) => bulged(picture, 0.34) },
  },
  background: {
    spec: { ...gravel, colours: ['Blue'] },
    seed: 'guide-background',
    both: {},
    right: { scene: 'plaster' },
    wrong: { scene: 'street' },
  },
  clean: {
    spec: { ...gravel, colours: ['Purple'] },
    seed: 'guide-clean',
    both: { scene: 'plaster' },
    right: {},
    wrong: { arranged: { bottles: 2, saddlebag: true, barbag: true } },
  },
  level: {
    spec: hardtail,
    seed: 'guide-level',
    both: { scene: 'field' },
    right: {},
    wrong: { spare: 1.25, change: (picture, width) => tilted(picture, -7, width) },
  },
};

/** Draws a picture of the photo guide. @param width in pixels @returns its pixels */
async function drawGuidePicture(rule: GuideRule, side: GuideSide, width = guidePictureSize.width): Promise<Raw> {
  const { spec, seed, both, [side]: own } = examples[rule];
  const { kind = 'Drive side', scene, change, spare = 1 } = { ...both, ...own };
  const arranged = { ...bare, ...both.arranged, ...own.arranged };
  const svg = drawBike({ ...spec, scene: scene ?? null }, { kind, aspect: '3:2' }, seed, arranged);
  const picture = await flatten(svg, Math.round(width * spare));
  return change ? change(picture, width) : picture;
}

/** Renders a picture in exactly the guide's size. @returns WebP */
export async function guidePictureFile(rule: GuideRule, side: GuideSide): Promise<Buffer> {
  const raw = await drawGuidePicture(rule, side);
  return sharp(raw.data, { raw })
    .resize({ ...guidePictureSize, fit: 'cover' })
    .webp({ quality: 62, preset: 'picture', effort: 6 })
    .toBuffer();
}
