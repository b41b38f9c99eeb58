import type { Component } from './components.ts';
import type { BikeUpdate, ComponentChange } from './history.ts';

type Changes = readonly ComponentChange[];
type Dated = Pick<BikeUpdate, 'id' | 'date' | 'componentChanges'>;

const isSame = (a: ComponentChange, b: ComponentChange): boolean =>
  a.slot === b.slot && a.before === b.before && a.after === b.after;

/** The changes of an update that a device has seen in an entry, which may lack the ids of parts. */
export const seenChanges = (update: Changes, entry: Changes): ComponentChange[] =>
  update.filter((change) => entry.some((one) => isSame(one, change)));

const plain = { position: null, brand: '', note: '', isStock: false, weightG: null } as const;

/** The place of the part that has this id or, in a list that was pasted anew, this text. */
function placeOf(parts: readonly Component[], { partId, slot }: ComponentChange, text: string): number {
  const byId = parts.findIndex(({ id }) => id === partId);
  return byId >= 0 || text === '' ? byId : parts.findIndex((part) => part.slot === slot && part.text === text);
}

/** Gives the part at a place another text: '' removes it, and the place -1 adds one. It keeps its id and its place. */
function withText(parts: readonly Component[], place: number, change: ComponentChange, text: string): Component[] {
  const part = parts[place];
  if (!part)
    return text === '' ? [...parts] : [...parts, { ...plain, id: change.partId ?? '', slot: change.slot, text }];
  if (part.text === text) return [...parts];
  if (text === '') return parts.toSpliced(place, 1);
  const { id, slot, position } = part;
  return parts.toSpliced(place, 1, { ...plain, id, slot, position, text });
}

/** Whether a part is as a change left it. */
const isAsLeft = (part: Component | undefined, { after }: ComponentChange): boolean => (part?.text ?? '') === after;

/**
 * Returns the parts list after an update was posted, edited or deleted. A part that an update of a later day has changed
 * stays as it is, and so does one that was changed otherwise since the update: an edit of the update leaves it alone.
 * @param earlier the update's changes that the list has already, of which those that are gone are taken back
 * @param history all updates of the bike
 */
export function partsAfter(
  components: readonly Component[],
  earlier: Changes,
  update: Dated,
  history: readonly Dated[],
): Component[] {
  const later = new Set(
    history
      .filter(({ id, date }) => id !== update.id && date > update.date)
      .flatMap(({ componentChanges }) => componentChanges.map(({ partId }) => partId)),
  );
  const counts = ({ partId }: ComponentChange) => partId !== undefined && !later.has(partId);
  const changes = update.componentChanges.filter(counts);
  const before = earlier.filter(counts);
  let parts = [...components];
  for (const old of before) {
    if (changes.some(({ partId }) => partId === old.partId)) continue;
    const place = placeOf(parts, old, old.after);
    if (isAsLeft(parts[place], old)) parts = withText(parts, place, old, old.before);
  }
  for (const change of changes) {
    const old = before.find(({ partId }) => partId === change.partId);
    const place = placeOf(parts, change, old ? old.after : change.before);
    if (!old || (old.after !== change.after && isAsLeft(parts[place], old)))
      parts = withText(parts, place, change, change.after);
  }
  return parts;
}

/** The fields of an update that its owner writes. */
export const updateFields = ['date', 'title', 'text', 'photoIds', 'componentChanges', 'photos'] as const;
export type UpdateField = (typeof updateFields)[number];

/** An edited update, in which the fields that the edit did not change are as the site has them. */
export function withUnchanged<U extends Partial<Pick<BikeUpdate, UpdateField>>>(
  edited: U,
  known: BikeUpdate | undefined,
  changes: readonly UpdateField[] = updateFields,
): U {
  const kept = updateFields.filter((field) => !changes.includes(field) && known?.[field] !== undefined);
  return { ...edited, ...Object.fromEntries(kept.map((field) => [field, known?.[field]])) };
}

type Built = { components: Component[]; history: BikeUpdate[] };

/** The bike with an update, in the place of the earlier one or as the latest, and with its changed parts. */
export function withUpdate<B extends Built>(bike: B, update: BikeUpdate): B {
  const known = bike.history.find(({ id }) => id === update.id);
  const history = known ? bike.history.map((one) => (one === known ? update : one)) : [...bike.history, update];
  return { ...bike, history, components: partsAfter(bike.components, known?.componentChanges ?? [], update, history) };
}

/** The bike without an update. @param takesBack whether its changes of the parts list are taken back */
export function withoutUpdate<B extends Built>(bike: B, updateId: string, takesBack: boolean): B {
  const update = bike.history.find(({ id }) => id === updateId);
  if (!update) return bike;
  const history = bike.history.filter((one) => one !== update);
  if (!takesBack) return { ...bike, history };
  const nothing = { ...update, componentChanges: [] };
  return { ...bike, history, components: partsAfter(bike.components, update.componentChanges, nothing, history) };
}

/**
 * The parts list as it was after an update: the changes of all later ones are taken back, the latest first, as far as the
 * list still is as they left it.
 */
export function partsThen({ components, history }: Built, update: BikeUpdate): Component[] {
  const newest = history.toSorted((a, b) => a.date.localeCompare(b.date)).reverse();
  const later = newest.slice(0, newest.indexOf(update));
  return later.reduce(
    (parts, one) => partsAfter(parts, one.componentChanges, { ...one, componentChanges: [] }, []),
    components,
  );
}
