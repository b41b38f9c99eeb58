import { brands } from '#api/catalog/catalog.ts';
import { makerOf, type PartName, partKeyOf, partNameOf } from '#api/catalog/part-names.ts';
import type { MakerKeys } from '#api/features/bikes/bikes.store.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { nameKey } from '#contract/brands.ts';
import type { Component } from '#contract/components.ts';
import type { MakerKind } from '#contract/makers.ts';
import { makerOfKey, modelKeyOf } from '#contract/model-key.ts';

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

/** The catalog's name of a model, by its key. */
const modelNames = new Map(
  brands().flatMap(({ name: brand, models }) =>
    models.map(({ name }) => [modelKeyOf({ brand, model: name }), name] as const),
  ),
);

/** The catalog's name of something; undefined if it has none. */
function catalogName({ kind, key }: Named): string | undefined {
  if (kind === 'brand') return makerOf(key) ?? undefined;
  return kind === 'model' ? modelNames.get(key) : undefined;
}

const ruleId = ({ kind, key }: Named): string => `${kind}:${key}`;

/** The key of a name that a moderator gave to something; null if the name has no letter or digit. */
function keyOfName({ kind, key }: Named, name: string): string | null {
  if (kind === 'brand') return nameKey(name) || null;
  const brand = makerOfKey(key);
  return kind === 'model' ? modelKeyOf({ brand, model: name }) : partKeyOf(brand, name);
}

/** Makes keys of names: by the catalog, by what riders write, and by the rules of moderators. */
export class MakerFold {
  readonly #rules = new Map<string, NameRule>();
  /** Keys by the key of the name that a moderator gave, which the address of the page has. */
  readonly #renamed = new Map<string, string>();

  constructor(rules: readonly NameRule[] = []) {
    const add = (rule: NameRule, key: string) => {
      const { kind, name } = rule;
      this.#rules.set(ruleId({ kind, key }), rule);
      const other = name && keyOfName({ kind, key }, name);
      if (other && other !== key) this.#renamed.set(ruleId({ kind, key: other }), key);
    };
    const ofBrands = rules.filter(({ kind }) => kind === 'brand');
    for (const rule of ofBrands) add(rule, rule.key);
    const others = rules.filter(({ kind }) => kind !== 'brand').map((rule) => ({ rule, key: this.#ofMaker(rule.key) }));
    // A merged maker takes the rules of its models and parts along. Those of the kept maker count more.
    for (const { rule, key } of others.filter((one) => one.key !== one.rule.key)) add(rule, key);
    for (const { rule, key } of others.filter((one) => one.key === one.rule.key)) add(rule, key);
  }

  /** The name that a moderator gave, or else the catalog's; undefined if it is known by what members write alone. */
  nameOf(named: Named): string | undefined {
    return this.#rules.get(ruleId(named))?.name ?? catalogName(named);
  }

  /** The key of a model or part with the kept key of its maker. */
  #ofMaker(key: string): string {
    const maker = makerOfKey(key);
    return `${this.kept({ kind: 'brand', key: maker })}${key.slice(maker.length)}`;
  }

  /** The key without nicknames, and without names that moderators gave. */
  #usual(kind: MakerKind, key: string): string {
    const own = kind === 'brand' ? key : this.#ofMaker(key);
    const usual = kind === 'model' ? (nicknames[own] ?? own) : own;
    return this.#renamed.get(ruleId({ kind, key: usual })) ?? usual;
  }

  /** The key that is kept of a key. Of merges in a circle, the first key in the alphabet is kept. */
  kept({ kind: of, key }: Named): string {
    // A part that is only a maker.
    const kind = key.includes(' ') ? of : 'brand';
    const passed: string[] = [];
    for (let kept = this.#usual(kind, key); ; ) {
      if (passed.includes(kept)) return passed.slice(passed.indexOf(kept)).sort()[0] ?? kept;
      const into = this.#rules.get(ruleId({ kind, key: kept }))?.into;
      if (into === undefined) return kept;
      passed.push(kept);
      kept = this.#usual(kind, into);
    }
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
