/** @module-tag nightly */
import { expect, test } from 'vitest';
import { brands, type CatalogModel } from '#api/catalog/catalog.ts';
import { brakeTypes, colors, handlebarTypes, wheelSizeDiameters } from '#contract/bike-options.ts';
import { drawBike } from '../draw.ts';
import { type Rng, rng } from '../random.ts';
import { photoPlan, shotKindsFor } from '../shots.ts';
import type { BikeSpec } from '../spec.ts';

const sample = brands()
  .flatMap((brand) => brand.models.map((model) => ({ seed: `${brand.slug}/${model.name}`, model })))
  .filter((_, i) => i % 6 === 0);

// Any part with any model, and often no facts at all, because members fill in forms as they like.
function oddBike(model: CatalogModel, r: Rng): BikeSpec {
  return {
    category: model.category,
    drivetrain: model.drivetrain,
    rearGear: model.rearGear,
    wheelBsd: wheelSizeDiameters[model.wheelSize],
    tyreWidth: r.chance(0.1) ? null : r.int(18, 130),
    handlebar: r.chance(0.2) ? null : r.pick(handlebarTypes),
    brake: r.chance(0.2) ? null : r.pick(brakeTypes),
    suspension: r.chance(0.2) ? null : model.suspension,
    colours: r.chance(0.05) ? [] : [r.pick(colors), ...(r.chance(0.3) ? [r.pick(colors)] : [])],
    material: r.chance(0.1) ? null : model.frameMaterial,
    year: r.chance(0.1) ? null : r.int(...model.years),
    motor: model.drivetrain === 'E-Bike' ? r.pick(['Mid-drive', 'Rear hub', 'Front hub'] as const) : null,
    mark: r.chance(0.3) ? null : 'TREK',
  };
}

test('every kind of bike is drawn without a broken number, and the same way twice', () => {
  for (const { seed, model } of sample) {
    const r = rng(seed);
    const spec = oddBike(model, r);
    const kind = r.pick(shotKindsFor(spec));
    const svg = drawBike(spec, { kind }, seed);
    expect(svg, `${seed}, ${kind}`).not.toMatch(/NaN|undefined|Infinity/);
    expect(drawBike(spec, { kind }, seed) === svg, `${seed}, ${kind}: the same twice`).toBe(true);
  }
});

test('a portrait and a banner of any bike show nothing beside the canvas', () => {
  const canvas = { '1:1': [1300, 1300], '3:1': [2400, 800] } as const;
  for (const { seed, model } of sample) {
    const spec = oddBike(model, rng(seed));
    for (const aspect of ['1:1', '3:1'] as const) {
      const kind = shotKindsFor(spec).includes('In use') ? 'In use' : 'Drive side';
      const svg = drawBike(spec, { kind, aspect, ...(aspect === '1:1' && { portrait: true }) }, seed);
      expect(svg, seed).not.toMatch(/NaN|undefined|Infinity/);
      const [x = -1, y = -1, w = 0, h = 0] = /viewBox="([^"]+)"/.exec(svg)?.[1]?.split(' ').map(Number) ?? [];
      const [width, height] = canvas[aspect];
      expect(Math.min(x, y, width - x - w, height - y - h), `${seed}, ${aspect}`).toBeGreaterThanOrEqual(-1);
    }
  }
});

test('a gallery opens with the drive side and repeats no kind', () => {
  for (const { seed, model } of sample.slice(0, 60)) {
    const plan = photoPlan(oddBike(model, rng(seed)), seed, 6);
    expect(plan[0]).toEqual({ kind: 'Drive side', aspect: '3:2' });
    expect(new Set(plan.map((shot) => shot.kind)).size).toBe(plan.length);
  }
});
