import { fitout } from './bike/decide.ts';
import { endGeometry, endView } from './bike/end-view.ts';
import type { Fitout } from './bike/fitout.ts';
import { geometry } from './bike/geometry.ts';
import { lowBike, lowGeometry } from './bike/low.ts';
import { outfit } from './bike/rider.ts';
import { uprightBike } from './bike/upright.ts';
import { drawProp, standPole, turned, veil, viewed } from './camera.ts';
import { basePaint, bikeColours } from './ink/palette.ts';
import { n, Pen, type Pt, pt } from './ink/pen.ts';
import { rng } from './random.ts';
import type { Box } from './render.ts';
import { chooseScene } from './scenes/choose.ts';
import { resetIds } from './scenes/marks.ts';
import { LAYER, SPLIT, type Stage } from './scenes/stage.ts';
import { castShadow, finish } from './shade.ts';
import { crop, isCrop, portrait } from './shots.ts';
import type { Aspect, BikeSpec, Shot } from './spec.ts';

const CANVAS: Record<Aspect, [number, number]> = {
  '3:2': [1600, 1067],
  '4:5': [1200, 1500],
  '1:1': [1300, 1300],
  '3:1': [2400, 800],
};

/**
 * Draws one photograph of a bike as layered SVG, for `flatten` to turn into pixels.
 * @param seed shared by all photographs of a bike: the same seed gives the same bike in the same place
 * @param arranged overrides the seed and the facts
 */
export function drawBike(spec: BikeSpec, shot: Shot, seed: number | string, arranged: Partial<Fitout> = {}): string {
  resetIds();
  const r = rng(seed),
    [W, H] = CANVAS[shot.aspect ?? '3:2'];
  const paint = basePaint(spec, r.fork('paint')),
    f = { ...fitout(spec, r.fork('fitout')), ...arranged },
    low = spec.category === 'Handbike' || spec.category === 'Recumbent',
    upright = geometry(spec, f),
    end = (shot.kind === 'Front' || shot.kind === 'Rear') && !low,
    g = low ? lowGeometry(spec, upright) : end ? endGeometry(upright, shot.kind === 'Rear') : upright,
    mark = spec.mark ?? '';
  const driveSide = shot.kind !== 'Non-drive side',
    riding = shot.kind === 'In use' && !low,
    camera = shot.camera ?? null;
  const nose = end ? 400 : Math.max(g.front.x + g.frontR, g.bb.x + 190),
    length = end ? 800 : nose - (g.rear.x - g.rearR),
    high =
      g.ground -
      Math.min(g.saddle.y - 24, g.clamp.y - 60) +
      (riding
        ? ['Enduro', 'Downhill', 'Freeride'].includes(spec.category)
          ? 800
          : /Drop|Aero|Bullhorn|Pursuit/.test(f.bar)
            ? 570
            : 740
        : 0);
  const wide = W / H > 1.3,
    rc = r.fork(`camera${isCrop(shot.kind) ? '' : shot.kind}`),
    fill = rc.pick([0.7, 0.76, 0.79, 0.8, 0.82]);
  // A wide screen shows only the middle of a banner; a portrait has air above the head.
  const banner = shot.aspect === '3:1',
    room = banner ? 0.47 : shot.portrait ? 0.6 : riding ? 0.78 : 0.72;
  const scale = Math.min((W * (wide ? fill : 0.9)) / length, (H * room) / high) * Math.min(1, camera?.zoom ?? 1);
  const floor = wide ? rc.range(0.825, 0.865) - (fill < 0.75 ? 0.02 : 0) : rc.range(0.72, 0.79);
  const ground = H * (banner ? 0.74 : floor);
  const stage: Stage = { W, H, r: r.fork('scene'), paint: paint[0], ground };
  const scene = chooseScene(spec, stage, r.fork('where'), riding, camera !== null);
  const held = scene.stand !== undefined && !end && !riding && !isCrop(shot.kind) && !low ? H * 0.07 : 0;
  const c = bikeColours(paint, scene.light.ambient, scene.light.ambientK);
  const light = driveSide ? scene.light.from : pt(-scene.light.from.x, scene.light.from.y);
  const pen = new Pen(light, 'b');
  pen.mirrored = !driveSide;
  let head: Pt | null = null;
  if (low) lowBike(pen, c, g, f, spec, r.fork('bike').range(0, 24), mark, driveSide);
  else if (end) endView(pen, c, upright, f, shot.kind === 'Rear');
  else
    head = uprightBike(
      pen,
      c,
      g,
      f,
      spec,
      r.fork('bike'),
      mark,
      driveSide,
      riding ? outfit(spec, paint[0], r.fork('outfit'), scene.light.ambient) : null,
    );
  const mid = end ? 0 : (nose + g.rear.x - g.rearR) / 2,
    aside = banner ? rc.fork('aside').range(-0.2, 0.2) : (camera?.aside ?? 0),
    cx = W * (0.5 + rc.range(-0.022, 0.022) + aside),
    flip = driveSide ? 1 : -1;
  const place = `translate(${n(cx - mid * scale * flip)} ${n(ground - held - g.ground * scale)}) scale(${(scale * flip).toFixed(4)} ${scale.toFixed(4)})`;
  const [far = '', near = ''] = scene.back.split(SPLIT);
  const shade = castShadow(
    held ? { ...scene, cast: 'soft' } : scene,
    pen.shadow.join(''),
    place,
    g,
    held ? scale * 0.6 : scale,
    flip,
    held ? cx - mid * scale * 0.6 * flip : cx - mid * scale * flip,
    ground,
    W,
    H,
  );
  const close = isCrop(shot.kind) ? crop(shot.kind, g, f, r.fork('crop')) : null;
  const view = shot.portrait && head ? portrait(head, r.fork('portrait')) : close;
  const box: Box = view
    ? [
        cx + (view.x - mid) * scale - (view.w * scale) / 2,
        ground + (view.y - g.ground) * scale - (view.w * scale * H) / W / 2,
        view.w * scale,
        (view.w * scale * H) / W,
      ]
    : end && wide
      ? [cx - W / 2.16, ground - (H * 0.865) / 1.08, W / 1.08, H / 1.08]
      : [0, 0, W, H];
  const focus = view ? Math.max(4, (scene.focus ?? 1) * 1.5) : (scene.focus ?? 1);
  const at = { W, H, ground, cx, half: (length * scale) / 2, shadow: scene.light.shadow };
  const pole =
    held > 0 && scene.stand
      ? standPole(
          at,
          scene.stand,
          cx + (g.saddle.x - mid) * scale * flip,
          ground - held + (g.saddle.y + 150 - g.ground) * scale,
        )
      : '';
  const drawn = `<g transform="${place}">${pen.out.join('')}</g>`;
  const beside = camera?.prop && !view ? drawProp(camera.prop, at, camera.aside > 0, r.fork('prop')) : '';
  const before = camera?.veil && !view ? veil(camera.veil, at, scene.light, r.fork('veil')) : '';
  const seen = (layer: string): string => (camera && !view ? viewed(layer, camera, at) : layer);
  const angled = (layer: string): string => (camera && !held && !view && !end ? turned(layer, camera, at) : layer);
  const layers = [
    seen(far),
    seen(near + pole),
    seen(angled(shade)),
    view ? '' : seen(scene.front) + before,
    finish(scene, box, rc.range(0.08, 0.17)),
    seen(angled(drawn) + beside),
  ];
  const names = ['far', 'ground', 'shadow', 'front', 'light', 'bike'];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.map(n).join(' ')}" width="${W}" height="${H}" data-focus="${n(focus)}">` +
    layers.map((svg, i) => `<g id="${names[i]}">${svg}</g>`).join(LAYER) +
    '</svg>'
  );
}
