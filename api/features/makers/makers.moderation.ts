import { isDeepStrictEqual } from 'node:util';
import type { KeyedBike, MakerKeyStore } from '#api/features/bikes/bikes.maker-keys.store.ts';
import type { MakerKeys } from '#api/features/bikes/bikes.store.ts';
import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { MakerKind, MakerRules } from '#contract/makers.ts';
import { makerOfKey } from '#contract/model-key.ts';
import type { Act } from '#contract/moderation.ts';
import { FieldsRefused } from '#contract/problems.ts';
import { t } from '#contract/texts.ts';
import type { Named, NameRule } from './makers.fold.ts';
import type { MakerNames } from './makers.names.ts';

type Change = { name: string; into: { brand: string; name: string } | null };
/** A moderator. */
type By = { id: string; username: string };
type What = Extract<Act['what'], `maker.${string}`>;

interface Deps {
  names: MakerNames;
  bikes: MakerKeyStore;
  /** Whether a visible bike has it. */
  isKnown(named: Named): Promise<boolean>;
  /** Records a decision and carries it out. */
  act(
    by: By,
    fields: { what: What; reason: string; maker: Named },
    work: { isSo: boolean; change(): Promise<boolean>; follow(): Promise<void> },
  ): Promise<Act>;
  soon(work: () => Promise<unknown>): void;
  emit: Events['emit'];
  now: Now;
}

const keysOf = ({ brandKey = '', modelKey = '', componentKeys = [], partKeys = [] }: KeyedBike): MakerKeys => ({
  brandKey,
  modelKey,
  componentKeys,
  partKeys,
});

/** Merges and renames makers, models and parts. */
export class MakerModeration {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async rules(named: Named): Promise<MakerRules> {
    const { name = '', into = null } = await this.#ruleOf(named);
    const { names } = this.#deps;
    const [all, fold] = await Promise.all([names.rules(), names.fold()]);
    const merged = all
      .filter(
        (rule) => rule.kind === named.kind && rule.into && rule.key !== named.key && fold.kept(rule) === named.key,
      )
      .map(({ key }) => key);
    return { name, into, merged };
  }

  /** @throws FieldsRefused if there is nothing to merge into, it would be merged into itself, or another has the name */
  async change(by: By, named: Named, { name, into }: Change): Promise<Act> {
    const { names, act, now } = this.#deps;
    const before = await this.#ruleOf(named);
    // Bikes of its own may have the key that it was merged into.
    const keys = new Set([named.key, (await names.fold()).kept(named)]);
    const target = into && (await this.#targetOf(named, into));
    if (!target && name) await this.#checkFree(named, name);
    const rule: NameRule = { ...named, ...(target && { into: target.key }), ...(!target && name && { name }) };
    const what = target ? 'maker.merge' : name ? 'maker.rename' : 'maker.reset';
    const reason = target?.key ?? name;
    return act(
      by,
      { what, reason, maker: named },
      {
        isSo: isDeepStrictEqual(before, rule),
        change: async () => {
          await names.change(rule, now());
          return true;
        },
        follow: async () => {
          // Few have most names: they are done when the moderator's page asks again.
          const unfinished: Named[] = [];
          for (const key of keys) if (!(await this.#renew({ ...named, key }, 1))) unfinished.push({ ...named, key });
          if (unfinished.length === 0) return;
          this.#deps.soon(async () => {
            for (const one of unfinished) await this.#renew(one);
          });
        },
      },
    );
  }

  /** Gives bikes the keys that they lack: those of a restored backup, or of an interrupted merge. */
  async sweep(stopping: AbortSignal): Promise<void> {
    for (const { kind, key, into } of await this.#deps.names.rules()) {
      if (stopping.aborted) return;
      if (into) await this.#renew({ kind, key });
    }
  }

  async #ruleOf({ kind, key }: Named): Promise<NameRule> {
    const rules = await this.#deps.names.rules();
    const found = rules.find((rule) => rule.kind === kind && rule.key === key);
    return { kind, key, ...(found?.into && { into: found.into }), ...(found?.name && { name: found.name }) };
  }

  /** @throws FieldsRefused if the name is that of something else that bikes have: its address would lead to both */
  async #checkFree(named: Named, name: string): Promise<void> {
    const fold = await this.#deps.names.fold();
    const { kind, key } = named;
    const found = fold.find(kind === 'brand' ? { brand: name } : { brand: makerOfKey(key), [kind]: name });
    if (found && found.key !== fold.kept(named) && (await this.#deps.isKnown(found)))
      throw new FieldsRefused({ name: [t`Another page has this name already. Merge into that one instead.`] });
  }

  async #targetOf(named: Named, { brand, name }: { brand: string; name: string }): Promise<Named> {
    const fold = await this.#deps.names.fold();
    const { kind } = named;
    const target = fold.find({ brand, ...(kind !== 'brand' && { [kind]: name }) });
    if (!target || !(await this.#deps.isKnown(target)))
      throw new FieldsRefused({ into: [t`No bike here has this name. Check the spelling.`] });
    if (target.key === named.key) throw new FieldsRefused({ into: [t`These two names are already one page.`] });
    return target;
  }

  /**
   * Makes the keys of the bikes that have a key anew. A maker's are those of its bikes and of its parts.
   * @param batches how many bikes at most, in batches
   * @returns whether that were all
   */
  async #renew({ kind, key }: Named, batches = Number.POSITIVE_INFINITY): Promise<boolean> {
    const isDone = await this.#renewAlong(kind, key, batches);
    return kind === 'brand' ? (await this.#renewAlong('part', key, batches)) && isDone : isDone;
  }

  async #renewAlong(kind: MakerKind, key: string, batches: number): Promise<boolean> {
    const { bikes, names, emit } = this.#deps;
    const fold = await names.fold();
    let done = 0;
    for await (const batch of bikes.having(kind, key)) {
      if (done === batches) return false;
      done++;
      const changes = batch
        .map((bike) => ({ bike, keys: fold.keysOf(bike) }))
        .filter(({ bike, keys }) => !isDeepStrictEqual(keysOf(bike), keys));
      if (changes.length === 0) continue;
      await bikes.write(changes);
      const moved = changes.filter(({ bike, keys }) => bike.modelKey !== keys.modelKey);
      await emit(
        ...moved.map(({ bike }) => ({
          what: 'bike.changed' as const,
          bikeId: bike._id,
          earlier: null,
          // It is followed by another model now.
          isNews: true,
        })),
      );
    }
    return true;
  }
}
