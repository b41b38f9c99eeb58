import type { BikeCard } from '#contract/bikes.ts';
import {
  maxSuggestions,
  type SuggestedKind,
  type Suggestion,
  type SuggestionReason,
} from '#contract/feed-suggestions.ts';
import { may } from '#contract/may.ts';
import { modelKeyOf } from '#contract/model-key.ts';
import type { Person } from '#contract/people.ts';
import type { WeekRanking } from '#contract/winners.ts';

type Target = { kind: SuggestedKind; key: string };

interface Deps {
  /** Whether a member follows something. */
  followedBy(memberId: string): Promise<(target: Target) => boolean>;
  /** Whether something can be followed by that key. */
  isFollowable(target: Target): boolean;
  /** A member's newest visible bikes, with their tags. */
  ownBikes(memberId: string, limit: number): Promise<{ bike: BikeCard; tags: readonly string[] }[]>;
  /** The ids of the bikes that a member likes, and has in their favorites; the latest first. */
  likedBy(memberId: string): Promise<string[]>;
  keptBy(memberId: string): Promise<string[]>;
  /** The visible bikes among `ids`. */
  cardsOf(ids: string[]): Promise<Map<string, BikeCard>>;
  /** The newest visible bikes of a model, and with a tag. */
  ofModel(bike: BikeCard, limit: number): Promise<BikeCard[]>;
  ofTag(tag: string, limit: number): Promise<BikeCard[]>;
  ranking(): Promise<WeekRanking>;
  /** Visible bikes: the most liked at present, and the newest. */
  popular(limit: number): Promise<BikeCard[]>;
  recent(limit: number): Promise<BikeCard[]>;
  /** The visible members among `ids`, unordered. */
  peopleHere(ids: string[]): Promise<Person[]>;
  /** Filters the members whom the member has blocked, or who have blocked the member. */
  blockedAround(memberId: string, otherIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Something to suggest, with the bikes of which one is shown with it. */
type Candidate = Target & { name: string; bikes: BikeCard[]; reason: SuggestionReason };

/** Number of own bikes, and of the latest likes and favorites, that are considered. */
const maxConsidered = 50;
/** For how many models and tags of own bikes other bikes are looked for, and how many of each. */
const maxLookedUp = 6;
const sampleSize = 6;
/** With fewer suggestions, others follow that have nothing to do with the member. */
const minSuggestions = 6;
/** Number of bikes of one model from which on it is the model that the member likes. */
const minOfModel = 2;

/** Whether a bike is one that the member could follow, blocks aside. */
const isOfOther = (me: Person, bike: BikeCard): boolean => may('bike.follow', me, { ...bike, blocked: false });

const nameOf = ({ brand, model }: BikeCard): string => `${brand} ${model}`;

/** The groups with most items first, else in the order of their first items. */
function groupsOf<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  return [...Map.groupBy(items, keyOf)].sort(([, a], [, b]) => b.length - a.length);
}

/** One item of each list in turn. */
function* inTurns<T>(lists: readonly (readonly T[])[]): Generator<T> {
  for (let i = 0; lists.some(({ length }) => i < length); i++) {
    for (const list of lists) {
      const item = list[i];
      if (item) yield item;
    }
  }
}

function reasonOf(because: 'own' | 'liked' | 'kept', bikes: readonly BikeCard[]): SuggestionReason {
  const [first, ...others] = bikes;
  if (!first || others.length > 0) return { because, count: bikes.length };
  return { because, count: 1, bike: { brand: first.brand, model: first.model } };
}

const ownersOf = (bikes: BikeCard[], reason: (bikes: BikeCard[]) => SuggestionReason): Candidate[] =>
  groupsOf(bikes, ({ owner }) => owner.id).map(([key, theirs]) => ({
    kind: 'member',
    key,
    name: '',
    bikes: theirs,
    reason: reason(theirs),
  }));

const modelsOf = (bikes: BikeCard[], reason: (bikes: BikeCard[]) => SuggestionReason): Candidate[] =>
  groupsOf(bikes, modelKeyOf).flatMap(([key, some]) => {
    const [first] = some;
    return first ? [{ kind: 'model', key, name: nameOf(first), bikes: some, reason: reason(some) }] : [];
  });

/** Suggests to a member what to follow, each with its reason. */
export class FeedSuggestions {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async list(me: Person): Promise<Suggestion[]> {
    const { followedBy, isFollowable } = this.#deps;
    const [isFollowed, personal] = await Promise.all([followedBy(me.id), this.#personal(me)]);
    const isNew = (target: Target) => !isFollowed(target) && isFollowable(target);
    const shown = await this.#shown(me, personal.filter(isNew), maxSuggestions);
    if (shown.length >= minSuggestions) return shown;
    const known = new Set(shown.map(({ kind, key }) => `${kind} ${key}`));
    const general = (await this.#general(me)).filter((one) => isNew(one) && !known.has(`${one.kind} ${one.key}`));
    return [...shown, ...(await this.#shown(me, general, minSuggestions - shown.length, shown))];
  }

  /** Suggestions by the member's own bikes, likes and favorites. */
  async #personal(me: Person): Promise<Candidate[]> {
    const { ownBikes, likedBy, keptBy, cardsOf } = this.#deps;
    const [own, liked, kept] = await Promise.all([ownBikes(me.id, maxConsidered), likedBy(me.id), keptBy(me.id)]);
    const [likedIds, keptIds] = [liked.slice(0, maxConsidered), kept.slice(0, maxConsidered)];
    const ids = [...new Set([...likedIds, ...keptIds])];
    const cards = ids.length > 0 ? await cardsOf(ids) : new Map<string, BikeCard>();
    const others = (some: string[]) => some.flatMap((id) => cards.get(id) ?? []).filter((bike) => isOfOther(me, bike));
    const [likedBikes, keptBikes] = [others(likedIds), others(keptIds)];
    const [ownModels, ownTags] = await Promise.all([this.#ownModels(own), this.#ownTags(own)]);
    const severalOf = (because: 'liked' | 'kept', bikes: BikeCard[]) =>
      modelsOf(bikes, (some) => reasonOf(because, some)).filter((one) => one.bikes.length >= minOfModel);
    return [
      ...inTurns([
        ownModels,
        ownersOf(likedBikes, (bikes) => reasonOf('liked', bikes)),
        ownersOf(keptBikes, (bikes) => reasonOf('kept', bikes)),
        severalOf('liked', likedBikes),
        severalOf('kept', keptBikes),
        ownTags,
      ]),
    ];
  }

  /** The models of own bikes. Where nobody else has one, the own bike is shown. */
  async #ownModels(own: { bike: BikeCard }[]): Promise<Candidate[]> {
    const models = modelsOf(
      own.map(({ bike }) => bike),
      (bikes) => reasonOf('own', bikes),
    ).slice(0, maxLookedUp);
    return Promise.all(
      models.map(async (model) => {
        const [first] = model.bikes;
        const found = first ? await this.#deps.ofModel(first, sampleSize) : [];
        const isOwn = ({ id }: BikeCard) => model.bikes.some((bike) => bike.id === id);
        return { ...model, bikes: [...found.filter((bike) => !isOwn(bike)), ...model.bikes] };
      }),
    );
  }

  /** The tags of own bikes that other bikes have, too. */
  async #ownTags(own: { bike: BikeCard; tags: readonly string[] }[]): Promise<Candidate[]> {
    const tagged = own.flatMap(({ bike, tags }) => tags.map((tag) => ({ tag, bike })));
    const tags = groupsOf(tagged, ({ tag }) => tag).slice(0, maxLookedUp);
    const found = tags.map(async ([tag, some]): Promise<Candidate> => {
      const bikes = some.map(({ bike }) => bike);
      const ownIds = new Set(own.map(({ bike }) => bike.id));
      const others = (await this.#deps.ofTag(tag, sampleSize)).filter(({ id }) => !ownIds.has(id));
      return { kind: 'tag', key: tag, name: '', bikes: others, reason: reasonOf('own', bikes) };
    });
    return (await Promise.all(found)).filter(({ bikes }) => bikes.length > 0);
  }

  /** Suggestions by the ranking of the week, popular and new bikes of others: their owners, then their models. */
  async #general(me: Person): Promise<Candidate[]> {
    const { ranking, popular, recent } = this.#deps;
    const [{ places }, liked, newest] = await Promise.all([ranking(), popular(maxSuggestions), recent(maxSuggestions)]);
    const found: { bike: BikeCard; reason: SuggestionReason }[] = [
      ...places.map(({ rank, bike }) => ({ bike, reason: { because: 'ranked' as const, rank } })),
      ...liked
        .filter(({ counts }) => counts.likes > 0)
        .map((bike) => ({ bike, reason: { because: 'popular' as const } })),
      ...newest.map((bike) => ({ bike, reason: { because: 'recent' as const } })),
    ];
    const others = found.filter(({ bike }) => isOfOther(me, bike));
    return [ownersOf, modelsOf].flatMap((of) => others.flatMap(({ bike, reason }) => of([bike], () => reason)));
  }

  /**
   * The first candidates that the member may follow, each thing once and each with another bike if possible.
   * @param before suggestions before these
   */
  async #shown(
    me: Person,
    candidates: readonly Candidate[],
    limit: number,
    before: readonly Suggestion[] = [],
  ): Promise<Suggestion[]> {
    if (candidates.length === 0) return [];
    const { peopleHere, blockedAround } = this.#deps;
    const memberIds = [...new Set(candidates.flatMap(({ kind, key }) => (kind === 'member' ? key : [])))];
    const ownerIds = new Set(candidates.flatMap(({ bikes }) => bikes.map(({ owner }) => owner.id)));
    ownerIds.delete(me.id);
    const [people, blocked] = await Promise.all([
      memberIds.length > 0 ? peopleHere(memberIds) : [],
      ownerIds.size > 0 ? blockedAround(me.id, [...ownerIds]) : new Set<string>(),
    ]);
    const personOf = new Map(people.map((person) => [person.id, person]));
    const usedBikes = new Set(before.map(({ bike }) => bike.id));
    const shown = new Map<string, Suggestion>();
    for (const { kind, key, name, bikes, reason } of candidates) {
      if (shown.size >= limit) break;
      const person = kind === 'member' ? personOf.get(key) : undefined;
      if (kind === 'member' && !(person && may('member.follow', me, { id: key, blocked: blocked.has(key) }))) continue;
      const visible = bikes.filter(({ owner }) => !blocked.has(owner.id));
      const bike = visible.find(({ id }) => !usedBikes.has(id)) ?? visible[0];
      const id = `${kind} ${key}`;
      if (!bike || shown.has(id)) continue;
      usedBikes.add(bike.id);
      shown.set(id, { kind, key, name, ...(person && { person }), bike, reason });
    }
    return [...shown.values()];
  }
}
