import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { bikeFieldNames } from '#contract/bike-fields.ts';
import {
  brakeTypes,
  buildStates,
  categories,
  colors,
  currencies,
  disciplines,
  drivetrains,
  eBikeClasses,
  frameMaterials,
  frameSizeLetters,
  motorPositions,
  rearGears,
  suspensions,
} from '#contract/bike-options.ts';
import { frontTravels, gearFits, otherBrand, partRefusal, rearTravels } from '#contract/bike-rules.ts';
import { PublishedBike } from '#contract/bike-whole.ts';
import { componentPositions, componentSlots } from '#contract/components.ts';
import type { FieldValue } from '#contract/drafts.ts';
import { newId } from '#contract/ids.ts';
import { tagOf } from '#contract/tags.ts';
import { fieldsOf, valuesOf } from '#src/features/bike-form/field-values.ts';
import { checkDraft } from '#src/features/bike-form/publish.ts';

const pick = <T>(all: readonly T[]) => fc.constantFrom(...all);
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { freq: 2 });
const phrase = (min: number, max: number) =>
  fc
    .stringMatching(/^[A-Za-z0-9 .,'-]+$/, { size: 'small' })
    .map((text) => text.replace(/\s+/g, ' ').trim().slice(0, max).trim())
    .filter((text) => text.length >= min && /[A-Za-z0-9]/.test(text));
const line = (max: number) => fc.oneof(fc.constant(''), phrase(1, max));
const id = fc.integer({ min: 0, max: 2 ** 40 }).map((time) => newId(time));
const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
const few = <T>(one: fc.Arbitrary<T>, max: number, by: (one: T) => unknown = (one) => one) =>
  fc.uniqueArray(one, { maxLength: max, selector: by });

const component = fc.record({
  ...{ id, slot: pick(componentSlots), text: phrase(1, 120), position: maybe(pick(componentPositions)) },
  ...{ brand: line(40), note: line(200), isStock: fc.boolean(), weightG: maybe(fc.integer({ min: 0, max: 20_000 })) },
});
const change = fc.record({ slot: pick(componentSlots), before: line(120), after: phrase(1, 120) });

/** Every value that an owner may enter, corrected where one field excludes another. */
const completeBike = fc
  .record({
    ...{ category: pick(categories), drivetrain: pick(drivetrains), rearGear: pick(rearGears), model: phrase(1, 80) },
    ...{
      brand: fc.oneof(
        fc.constant(['surly', ''] as const),
        phrase(2, 60).map((name) => [otherBrand, name] as const),
      ),
    },
    ...{ year: maybe(fc.integer({ min: 1860, max: 2026 })), yearCirca: fc.boolean(), nickname: line(60) },
    ...{ chainrings: line(40), cassette: line(40), beltDrive: fc.boolean(), electronicShifting: fc.boolean() },
    ...{ frameMaterial: maybe(pick(frameMaterials)), frameMaterialNote: line(60), builder: line(80), shop: line(80) },
    frameSize: maybe(
      fc.oneof(
        pick(frameSizeLetters).map((letter) => ({ kind: 'letter' as const, letter })),
        fc.integer({ min: 10, max: 85 }).map((value) => ({ kind: 'cm' as const, value })),
        fc.integer({ min: 8, max: 68 }).map((half) => ({ kind: 'in' as const, value: half / 2 })),
      ),
    ),
    eBike: maybe(
      fc.record({
        ...{ motorBrand: phrase(1, 40), motorModel: line(60), motorPosition: maybe(pick(motorPositions)) },
        ...{ assistClass: maybe(pick(eBikeClasses)), motorW: maybe(fc.integer({ min: 0, max: 3000 })) },
        ...{ torqueNm: maybe(fc.integer({ min: 0, max: 250 })), batteryWh: maybe(fc.integer({ min: 0, max: 3000 })) },
        rangeKm: maybe(fc.integer({ min: 0, max: 500 })),
      }),
    ),
    ...{ suspension: maybe(pick(suspensions)), travelFrontMm: maybe(fc.integer({ min: 0, max: 330 })) },
    ...{ travelRearMm: maybe(fc.integer({ min: 0, max: 300 })), brakeType: maybe(pick(brakeTypes)) },
    ...{ tireWidthMm: maybe(fc.integer({ min: 30, max: 270 }).map((half) => half / 2)), tubeless: fc.boolean() },
    ...{ colors: few(pick(colors), 3), colorName: line(40), weightG: maybe(fc.integer({ min: 2_000, max: 100_000 })) },
    ...{ components: few(component, 6, (one) => one.id), story: line(300), disciplines: few(pick(disciplines), 3) },
    tags: few(
      phrase(2, 30)
        .map(tagOf)
        .filter((tag) => tag.length > 1),
      10,
    ),
    videoUrl: pick(['', 'https://youtu.be/dQw4w9WgXcQ', 'https://vimeo.com/76979871']),
    ...{ buildState: maybe(pick(buildStates)), ownership: pick(['Current', 'Sold', 'Retired', 'Stolen'] as const) },
    ...{
      registryUrl: pick(['', 'https://bikeindex.org/bikes/1']),
      acquiredYear: maybe(fc.integer({ min: 1900, max: 2026 })),
    },
    ...{
      priceMinor: maybe(fc.integer({ min: 0, max: 20_000_000 })),
      currency: pick(currencies),
      pricePublic: fc.boolean(),
    },
    photoIds: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }),
    days: few(
      fc.record({ id, date: days, title: phrase(1, 80), text: line(200), changes: fc.array(change, { maxLength: 3 }) }),
      4,
      (one) => one.id,
    ),
  })
  .map(({ brand: [brandId, brandOther], photoIds, days: historyDays, ...bike }) => {
    const { drivetrain, suspension } = bike;
    const rearGear = gearFits(drivetrain, bike.rearGear) ? bike.rearGear : 'Single-Speed';
    return {
      ...{ ...bike, brandId, brandOther, rearGear, status: 'Active' as const },
      eBike: drivetrain === 'E-Bike' ? bike.eBike : null,
      travelFrontMm: frontTravels(suspension) ? bike.travelFrontMm : null,
      travelRearMm: rearTravels(suspension) ? bike.travelRearMm : null,
      registryUrl: bike.ownership === 'Stolen' ? bike.registryUrl : '',
      components: bike.components.filter(({ slot }) => !partRefusal(slot, drivetrain)),
      history: historyDays.map(({ changes, ...day }) => ({
        ...day,
        photoIds: photoIds.slice(0, 1),
        componentChanges: changes,
      })),
      photos: photoIds.map((photoId) => ({ id: photoId, kind: 'Other' as const, caption: '', alt: '' })),
    };
  });

const known: ReadonlySet<string> = new Set([...bikeFieldNames, 'status', 'photos', 'version', 'keepsPrice']);
const pathsOf = (input: unknown): string[] =>
  (v.safeParse(PublishedBike, input).issues ?? []).map((issue) => v.getDotPath(issue) ?? '');
const draftOf = (bike: PublishedBike) => ({ fields: fieldsOf(bike), photos: bike.photos }) as never;

/** Anything that a form's field may contain. */
const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string(), fc.integer(), fc.constantFrom(null, '', [], {}));
const draftFields = fc.dictionary(
  pick([...bikeFieldNames, 'frameSize.kind', 'frameSize.value', 'eBike.motorW', 'price', 'weightKg']),
  anything,
);

describe('the schema of a bike', () => {
  test('accepts every complete bike, and returns it unchanged', () => {
    fc.assert(
      fc.property(completeBike, (bike) => {
        const { output, issues } = v.safeParse(PublishedBike, bike);
        expect(issues).toBeUndefined();
        expect(v.parse(PublishedBike, output)).toEqual(output);
      }),
    );
  });

  test('refuses a bike without required fields, and names them', () => {
    const needed = ['category', 'drivetrain', 'rearGear', 'brandId', 'model', 'photos'] as const;
    fc.assert(
      fc.property(completeBike, fc.subarray([...needed], { minLength: 1 }), (bike, lacking) => {
        const rest = Object.fromEntries(Object.entries(bike).filter(([name]) => !lacking.includes(name as never)));
        expect(pathsOf(rest).sort()).toEqual(expect.arrayContaining([...lacking].sort()));
        expect(pathsOf({ ...bike, photos: [] })).toContain('photos');
      }),
    );
  });

  test('names the field of every violation, whatever is sent', () => {
    const hurt = fc.tuple(completeBike, pick([...known]), anything);
    fc.assert(
      fc.property(hurt, ([bike, name, value]) => {
        for (const path of pathsOf({ ...bike, [name]: value })) expect(known).toContain(path.split('.')[0]);
      }),
    );
    fc.assert(
      fc.property(fc.dictionary(pick([...known]), anything), (junk) => {
        const paths = pathsOf(junk);
        expect(paths.length).toBeGreaterThan(0);
        for (const path of paths) expect(known).toContain(path.split('.')[0]);
      }),
    );
  });

  test('names the row and its field where a row is invalid', () => {
    fc.assert(
      fc.property(completeBike, fc.array(component, { minLength: 1, maxLength: 8 }), fc.nat(), (bike, parts, at) => {
        const place = at % parts.length;
        const plain = parts.map((part, n) => ({ ...part, id: newId(n), slot: 'Saddle' }));
        const components = plain.map((part, n) => (n === place ? { ...part, text: '' } : part));
        expect(pathsOf({ ...bike, components })).toEqual([`components.${place}.text`]);
        const photos = bike.photos.map((photo, n) => (n === 0 ? { ...photo, caption: 'x'.repeat(201) } : photo));
        expect(pathsOf({ ...bike, photos })).toEqual(['photos.0.caption']);
      }),
    );
  });
});

describe('a draft', () => {
  test('with any content is read without an exception, and each invalid value is reported at its field', () => {
    fc.assert(
      fc.property(draftFields, (fields) => {
        const { bike, validation } = checkDraft({ fields: fields as Record<string, FieldValue>, photos: [] });
        expect(bike).toBeNull();
        for (const path of Object.keys(validation ?? {})) expect(known).toContain(path.split('.')[0]);
      }),
    );
  });

  test('of a published bike gives the same bike again', () => {
    fc.assert(
      fc.property(completeBike, (complete) => {
        const bike = v.parse(PublishedBike, complete);
        const said = { ...bike, currency: bike.currency };
        expect(checkDraft(draftOf(said))).toEqual({ bike: said, validation: null });
        expect(JSON.parse(JSON.stringify(fieldsOf(said)))).toEqual(fieldsOf(said));
        expect(
          valuesOf(
            fieldsOf(said),
            bike.photos.map((photo) => photo.id),
          ).model,
        ).toBe(bike.model);
      }),
    );
  });
});

describe('a contradiction', () => {
  const base = {
    category: 'Road',
    drivetrain: '2x',
    rearGear: '11-Speed',
    brandId: 'surly',
    model: 'X',
    status: 'Active',
  };
  const photos = [{ id: newId() }];
  const part = (slot: string) => ({ id: newId(), slot, text: 'One' });
  const twice = part('Saddle');
  test.each([
    [{ drivetrain: 'Fixed Gear' }, 'rearGear', 'A fixed gear bike is single-speed.'],
    [
      { rearGear: 'Gearbox 9-Speed' },
      'rearGear',
      'For a gearbox, choose the drivetrain Gearbox, E-Bike or Belt Drive.',
    ],
    [{ eBike: {} }, 'eBike', 'Only an e-bike has a motor.'],
    [{ travelFrontMm: 100 }, 'travelFrontMm', 'This suspension has no front travel.'],
    [{ suspension: 'Rigid', travelFrontMm: 100 }, 'travelFrontMm', 'This suspension has no front travel.'],
    [{ suspension: 'Softtail', travelRearMm: 30 }, 'travelRearMm', 'This suspension has no rear travel.'],
    [{ suspension: 'Rear only', travelFrontMm: 30 }, 'travelFrontMm', 'This suspension has no front travel.'],
    [{ brandId: 'Other', brandOther: 'X' }, 'brandOther', 'Enter the brand.'],
    [{ registryUrl: 'https://bikeindex.org' }, 'registryUrl', 'Add a report only if the bike is stolen.'],
    [{ priceMinor: 100 }, 'currency', 'Choose a currency.'],
    [{ components: [part('Motor')] }, 'components.0.slot', 'Only an e-bike has an electric system.'],
    [
      { drivetrain: 'Fixed Gear', rearGear: 'Single-Speed', components: [part('Saddle'), part('Front derailleur')] },
      ...(['components.1.slot', 'A fixed gear bike has no front derailleur.'] as const),
    ],
    [{ components: [twice, twice] }, 'components.1.id', 'List each part once.'],
    [{ colors: ['Red', 'Red'] }, 'colors.1', 'Choose each color once.'],
    [{ tags: ['bmx', 'cargo', 'bmx'] }, 'tags.2', 'Add each tag once.'],
    [{ tags: ['B M X'] }, 'tags.0', 'Use 2 to 30 lowercase letters, digits or dashes.'],
    [{ photos: [photos[0], photos[0]] }, 'photos', 'Add each photo once.'],
    [
      { history: [{ id: newId(), date: '2024-02-29', title: 'x', photoIds: [newId()] }] },
      ...(['history.0.photoIds', 'Choose from the photos of this bike.'] as const),
    ],
    [
      { history: [{ id: newId(), date: '2023-02-29', title: 'x' }] },
      'history.0.date',
      'Enter a date, such as 2026-08-01.',
    ],
    [
      { history: [{ id: newId(), date: '2999-01-01', title: 'x' }] },
      'history.0.date',
      'Enter today or an earlier date.',
    ],
    [{ history: [{ id: newId(), date: '2024-01-01', title: ' ' }] }, 'history.0.title', 'Enter what happened.'],
    [
      { history: [{ id: newId(), date: '2024-01-01', title: 'x', componentChanges: [{ slot: 'Fork' }] }] },
      ...(['history.0.componentChanges.0.after', 'Enter the old part, the new one or both.'] as const),
    ],
    [{ videoUrl: 'http://youtu.be/dQw4w9WgXcQ' }, 'videoUrl', 'Enter an https:// address.'],
    [
      { videoUrl: 'https://evil.example/watch?v=1' },
      'videoUrl',
      'Enter the address of a video on YouTube, Vimeo or PeerTube.',
    ],
    [{ frameSize: { kind: 'cm', value: 9 } }, 'frameSize.value', 'Enter a number between 10 and 85 cm.'],
    [{ frameSize: { kind: 'letter', letter: 'Q' } }, 'frameSize.letter', 'Choose one.'],
    [{ frameSize: { kind: 'feet' } }, 'frameSize.kind', 'Choose a letter, centimeters or inches.'],
    [{ drivetrain: 'E-Bike', eBike: { motorW: 3001 } }, 'eBike.motorW', 'Enter a number between 0 and 3,000 W.'],
    [{ weightIncludes: 'x'.repeat(81) }, 'weightIncludes', 'Keep it under 80 characters.'],
  ])('%j is reported at its field', (more, path, sentence) => {
    const { issues = [] } = v.safeParse(PublishedBike, { ...base, photos, ...more });
    expect(issues.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([[path, sentence]]);
  });
});
