// The demo members' avatars and banners. Each shows a part of their own bikes.
import type { CastBike } from './cast.ts';
import type { Drawing } from './draw-photo.ts';
import { type Rng, rng } from './illustrator/random.ts';

/** The drawings of a member's pictures; null for none. */
interface Looks {
  avatar: Drawing | null;
  banner: Drawing | null;
}

const avatars = [
  'face',
  'Wheels',
  'face',
  'Cockpit',
  'face',
  'none',
  'face',
  'Drivetrain',
  'face',
  'Drive side',
] as const;
const banners = ['In use', 'Drive side', 'In use', 'none', 'Drive side', 'Drivetrain', 'In use', 'Drive side'] as const;

const isLow = ({ drawings }: CastBike): boolean => /^(Handbike|Recumbent)$/.test(drawings[0]?.spec.category ?? '');

/** The member's visible bikes, upright ones first. */
function bikesToShow(bikes: readonly CastBike[]): CastBike[] {
  const seen = bikes.filter(({ availability }) => availability === null);
  return seen.toSorted((a, b) => Number(isLow(a)) - Number(isLow(b)));
}

function avatarOf(motif: (typeof avatars)[number], bike: CastBike | undefined, r: Rng): Drawing | null {
  const spec = bike?.drawings[0]?.spec;
  if (!bike || !spec || motif === 'none') return null;
  const { seed } = bike;
  if (motif !== 'face') return { spec, kind: motif, aspect: '1:1', seed };
  if (isLow(bike)) return { spec, kind: 'Drive side', aspect: '1:1', seed };
  const face: Drawing = { spec, kind: 'In use', aspect: '1:1', seed, portrait: true };
  return r.chance(0.5) ? { ...face, mirrored: true } : face;
}

function bannerOf(motif: (typeof banners)[number], bike: CastBike | undefined): Drawing | null {
  const spec = bike?.drawings[0]?.spec;
  if (!bike || !spec || motif === 'none') return null;
  const kind = isLow(bike) ? 'Drive side' : motif;
  return { spec, kind, aspect: '3:1', seed: bike.seed };
}

/**
 * Deterministic.
 * @param place the member's index, so that neighbors differ
 * @param bikes the member's own; if there are several, avatar and banner show different ones
 */
export function looksOf(place: number, bikes: readonly CastBike[]): Looks {
  const [first, second = first] = bikesToShow(bikes);
  const r = rng(`looks ${first?.seed}`);
  const avatar = avatars[place % avatars.length] ?? 'none';
  const banner = banners[place % banners.length] ?? 'none';
  return { avatar: avatarOf(avatar, first, r), banner: bannerOf(banner, second) };
}
