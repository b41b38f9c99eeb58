import { makerOf, type PartName, partKeyOf, partNameOf } from '#api/catalog/part-names.ts';
import type { MakerKeys } from '#api/features/bikes/bikes.store.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { nameKey } from '#contract/brands.ts';
import type { Component } from '#contract/components.ts';
import type { MakerKind } from '#contract/makers.ts';
import { modelKeyOf } from '#contract/model-key.ts';

/** Something that has a page: kind and key. */
export type Named = { kind: MakerKind; key: string };
/** A name that a moderator gave, or the key that it was merged into. */
export type NameRule = Named & { into?: string; name?: string };

/** Nicknames of models by which riders call them. */
const nicknames: Readonly<Record<string, string>> = {
  'allcity mm': 'allcity machoman',
  'rivendell ahh': 'rivendell ahomerhilsen',
  'rivendell homer': 'rivendell ahomerhilsen',
  'specialized stumpy': 'specialized stumpjumper',
  'surly lht': 'surly longhaultrucker',
  'surly dlht': 'surly disctrucker',
  'surly xcheck': 'surly crosscheck',
  'surly km': 'surly karatemonkey',
};

const ruleId = ({ kind, key }: Named): string => `${kind}:${key}`;
/** Merges that lead on from one another, at most. */
const maxSteps = 10;

/** Makes keys of names: by the catalog, by what riders write, and by the rules of moderators. */
export class MakerFold {
  readonly #rules: ReadonlyMap<string, NameRule>;

  constructor(rules: readonly NameRule[] = []) {
    this.#rules = new Map(rules.map((rule) => [ruleId(rule), rule]));
  }

  /** The name that a moderator gave. */
  nameOf(named: Named): string | undefined {
    return this.#rules.get(ruleId(named))?.name;
  }

  #merged(kind: MakerKind, key: string): string {
    let kept = key;
    for (let step = 0; step < maxSteps; step += 1) {
      const next = this.#rules.get(ruleId({ kind, key: kept }))?.into;
      if (next === undefined || next === key) return kept;
      kept = next;
    }
    return kept;
  }

  /** The key that is kept of a key. */
  kept({ kind, key }: Named): string {
    const space = key.indexOf(' ');
    if (kind === 'brand' || space < 0) return this.#merged('brand', key);
    const own = `${this.#merged('brand', key.slice(0, space))}${key.slice(space)}`;
    const usual = kind === 'model' ? (nicknames[own] ?? own) : own;
    return this.#merged(kind, usual);
  }

  /** The maker, model or part that names in an address stand for; null if they have no letter or digit. */
  find({ brand, model, part }: { brand: string; model?: string | undefined; part?: string | undefined }): Named | null {
    const maker = makerOf(brand) ?? brand;
    if (!nameKey(maker)) return null;
    if (model !== undefined) {
      const key = modelKeyOf({ brand: maker, model });
      return key.endsWith(' ') ? null : { kind: 'model', key: this.kept({ kind: 'model', key }) };
    }
    if (part === undefined) return { kind: 'brand', key: this.kept({ kind: 'brand', key: nameKey(maker) }) };
    const key = partKeyOf(maker, part);
    return key ? { kind: 'part', key: this.kept({ kind: 'part', key }) } : null;
  }

  /** Reads which part a line of a parts list names. */
  part(line: Pick<Component, 'slot' | 'text' | 'brand'>): PartName | null {
    const part = partNameOf(line);
    return part && { ...part, key: this.kept({ kind: 'part', key: part.key }) };
  }

  /** The components that name a maker. */
  partsOf(components: readonly Component[]): NonNullable<Bike['parts']> {
    return components.flatMap((component) => {
      const part = this.part(component);
      if (!part) return [];
      const { maker, name, at } = part;
      return [{ id: component.id, brand: maker, name, at }];
    });
  }

  keysOf(bike: { brand?: string; model?: string; components?: readonly Component[] }): MakerKeys {
    const { brand = '', model = '', components = [] } = bike;
    const componentKeys = components.map((one) => this.part(one)?.key ?? '');
    const makers = componentKeys.map((key) => key.split(' ')[0] ?? '');
    return {
      brandKey: this.kept({ kind: 'brand', key: nameKey(brand) }),
      modelKey: this.kept({ kind: 'model', key: modelKeyOf({ brand, model }) }),
      componentKeys,
      partKeys: [...new Set([...makers, ...componentKeys])].filter(Boolean),
    };
  }
}
