import type { Page } from 'playwright-core';
import type { Move } from '#contract/bike-notice.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { defaultFolderName, defaultFolderOf } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { bikeSubject } from '#src/actions/subjects.ts';
import type { Flagged } from '#src/features/flags/flags.mutations.ts';
import { undoTime } from '#src/outbox/undo.ts';
import type { Device } from '../browser.ts';
import type { AccountModel } from './account.ts';

type Random = () => number;
type Others = { person: Person; message: Id; comments: ReadonlyMap<Id, Id> };
type OwnBike = { card: BikeCard; status: BikeStatus };

/** Status transitions of an owner. */
const moves: readonly Move[] = [
  { from: 'Active', to: 'Draft' },
  { from: 'Active', to: 'Deleted' },
  { from: 'Draft', to: 'Active' },
  { from: 'Draft', to: 'Deleted' },
  { from: 'Deleted', to: 'Draft' },
];
const maxFolders = 6;
const maxBikes = 4;
/** Two phones of one member stay within the member's flags a day. */
const maxFlags = 5;
/** Milliseconds in which a message is unsent. A request that is delayed for long would come too late. */
const unsendWithinMs = 120_000;

/** A member's phone that writes at random and updates the account's model. */
export class Writer {
  readonly name: string;
  readonly device: Device;
  readonly account: AccountModel;
  page!: Page;
  /** Number of writes by kind. */
  readonly written = new Map<string, number>();
  readonly #random: Random;
  /**
   * Bikes of other members that only this phone writes about, so that the result does not depend on the order of
   * arrival.
   */
  readonly #bikes: readonly BikeCard[];
  readonly #comments = new Map<Id, BikeCard>();
  readonly #folders = new Map<Id, string>();
  readonly #own: OwnBike[] = [];
  readonly #messages = new Map<Id, number>();
  #flagged = 0;
  /** The recipient of this member's messages, a message of theirs, and strangers' comments by their bikes. */
  readonly #others: Others;
  #count = 0;
  #hours = 0;

  constructor(
    name: string,
    device: Device,
    account: AccountModel,
    bikes: readonly BikeCard[],
    others: Others,
    random: Random,
  ) {
    this.name = name;
    this.device = device;
    this.account = account;
    this.#bikes = bikes;
    this.#others = others;
    this.#random = random;
    this.#folders.set(defaultFolderOf(account.id), defaultFolderName);
  }

  /** Opens a new page as the member who is logged in. */
  async open(): Promise<void> {
    this.page = await this.device.context.newPage();
    await this.page.goto(this.device.origin);
    await this.page.waitForFunction(() => 'headbadge' in window);
    await this.page.evaluate(async () => {
      await window.headbadge.startSession();
      window.headbadge.startTriggers();
    });
  }

  #oneOf<T>(list: Iterable<T>): T | undefined {
    const all = [...list];
    return all[Math.floor(this.#random() * all.length)];
  }

  #text(what: string): string {
    this.#count += 1;
    return `${what} ${this.#count} of ${this.name}`;
  }

  /** Writes one random change. */
  async write(): Promise<void> {
    for (;;) {
      const dice = this.#random();
      const kinds: [share: number, kind: string, work: () => Promise<boolean>][] = [
        [0.2, 'like', () => this.#like()],
        [0.17, 'comment', () => this.#comment()],
        [0.09, 'message', () => this.#message()],
        [0.02, 'unsend', () => this.#unsend()],
        [0.02, 'flag', () => this.#flag()],
        [0.08, 'edit', () => this.#edit()],
        [0.08, 'delete comment', () => this.#deleteComment()],
        [0.18, 'favorite', () => this.#favorite()],
        [0.04, 'folder', () => this.#addFolder()],
        [0.03, 'rename', () => this.#rename()],
        [0.02, 'delete folder', () => this.#deleteFolder()],
        [0.02, 'sort', () => this.#sort()],
        [0.02, 'publish', () => this.#publish()],
        [0.03, 'move', () => this.#move()],
      ];
      let upTo = 0;
      const chosen = kinds.find(([share]) => {
        upTo += share;
        return dice < upTo;
      });
      const [, kind, work] = chosen ?? (kinds[0] as (typeof kinds)[0]);
      if (!(await work())) continue;
      this.written.set(kind, (this.written.get(kind) ?? 0) + 1);
      return;
    }
  }

  async #like(): Promise<boolean> {
    const bike = this.#oneOf(this.#bikes) as BikeCard;
    const on = !this.account.likes.has(bike.id);
    await this.page.evaluate(([card, user, state]) => window.headbadge.setLike(card, user, state), [
      bike,
      this.account.id,
      on,
    ] as const);
    if (on) this.account.likes.add(bike.id);
    else this.account.likes.delete(bike.id);
    return true;
  }

  async #comment(): Promise<boolean> {
    const bike = this.#oneOf(this.#bikes) as BikeCard;
    const text = this.#text('Comment');
    const id = await this.page.evaluate(([card, user, text]) => window.headbadge.writeComment(card, user, text), [
      bike,
      this.account.id,
      text,
    ] as const);
    this.#comments.set(id, bike);
    this.account.comments.set(id, text);
    return true;
  }

  get #conversation() {
    return { person: this.#others.person, userId: this.account.id };
  }

  async #message(): Promise<boolean> {
    const text = this.#text('Message');
    const id = await this.page.evaluate(([person, text]) => window.headbadge.writeMessage(person, text, false), [
      this.#conversation,
      text,
    ] as const);
    this.#messages.set(id, Date.now());
    this.account.messages.set(id, text);
    return true;
  }

  async #unsend(): Promise<boolean> {
    const fresh = [...this.#messages].filter(([, at]) => at > Date.now() - unsendWithinMs);
    const [id] = this.#oneOf(fresh) ?? [];
    if (!id) return false;
    await this.page.evaluate(
      async ([person, message, at]) => void (await window.headbadge.unsend(person, message, at)),
      [this.#conversation, id, this.#longAgo()] as const,
    );
    this.#messages.delete(id);
    this.account.messages.delete(id);
    return true;
  }

  /** Possible flags: the recipient, their first message, a bike, or a stranger's comment on one. */
  #flaggable(): Flagged[] {
    const { person, message, comments } = this.#others;
    const subject = { kind: 'person', id: person.id, title: person.username, picture: null };
    const things: Flagged[] = this.#bikes.flatMap((bike): Flagged[] => {
      const [comment, fields] = [comments.get(bike.id), { subject: bikeSubject(bike) }];
      return [
        { type: 'Post', id: bike.id, ...fields },
        ...(comment ? [{ type: 'Comment', id: comment, ...fields } as const] : []),
      ];
    });
    return [...things, { type: 'User', id: person.id, subject }, { type: 'Message', id: message, subject }];
  }

  /** Flags something that no phone of the member has flagged yet. */
  async #flag(): Promise<boolean> {
    if (this.#flagged >= maxFlags) return false;
    const nameOf = ({ type, id }: Flagged) => `${type} ${id}`;
    const rest = this.#flaggable().filter((thing) => !this.account.flags.has(nameOf(thing)));
    // Half of the flags concern members and messages, which are rare among so many bikes.
    const people = rest.filter(({ subject }) => subject.kind === 'person');
    const thing = this.#oneOf(this.#random() < 0.5 && people.length > 0 ? people : rest);
    if (!thing) return false;
    const said = { reason: 'Spam', note: '' } as const;
    await this.page.evaluate(
      async ([user, flagged, text, at]) => void (await window.headbadge.flagThing(user, flagged, text, at)),
      [this.account.id, thing, said, this.#longAgo()] as const,
    );
    this.#flagged += 1;
    this.account.flags.add(nameOf(thing));
    return true;
  }

  async #edit(): Promise<boolean> {
    const known = this.#oneOf(this.#comments);
    if (!known) return false;
    const [id, bike] = known;
    const text = this.#text('Edited');
    await this.page.evaluate(
      ([card, user, comment, text]) => window.headbadge.changeComment(card, user, comment, text),
      [bike, this.account.id, id, text] as const,
    );
    this.account.comments.set(id, text);
    return true;
  }

  async #deleteComment(): Promise<boolean> {
    const known = this.#oneOf(this.#comments);
    if (!known) return false;
    const [id, bike] = known;
    await this.page.evaluate(
      async ([card, user, comment, at]) => void (await window.headbadge.removeComment(card, user, comment, at)),
      [bike, this.account.id, id, this.#longAgo()] as const,
    );
    this.#comments.delete(id);
    this.account.comments.delete(id);
    return true;
  }

  async #favorite(): Promise<boolean> {
    const bike = this.#oneOf(this.#bikes) as BikeCard;
    const [id, name] = this.#oneOf(this.#folders) as [Id, string];
    const bikes = this.account.placed.get(id) as Set<Id>;
    const on = !bikes.has(bike.id);
    await this.page.evaluate(([card, user, folder, state]) => window.headbadge.setFavorite(card, user, folder, state), [
      bike,
      this.account.id,
      { id, name },
      on,
    ] as const);
    if (on) bikes.add(bike.id);
    else bikes.delete(bike.id);
    return true;
  }

  async #addFolder(): Promise<boolean> {
    if (this.#folders.size >= maxFolders) return false;
    const name = this.#text('Folder');
    const id = await this.page.evaluate(([user, text]) => window.headbadge.addFolder(user, text), [
      this.account.id,
      name,
    ] as const);
    this.#folders.set(id, name);
    this.account.folders.set(id, name);
    this.account.placed.set(id, new Set());
    return true;
  }

  #ownFolder(): [Id, string] | undefined {
    return this.#oneOf([...this.#folders].filter(([id]) => id !== defaultFolderOf(this.account.id)));
  }

  async #rename(): Promise<boolean> {
    const known = this.#ownFolder();
    if (!known) return false;
    const [id, before] = known;
    const name = this.#text('Renamed');
    await this.page.evaluate(([folder, user, text]) => window.headbadge.renameFolder(folder, user, text), [
      { id, name: before },
      this.account.id,
      name,
    ] as const);
    this.#folders.set(id, name);
    this.account.folders.set(id, name);
    return true;
  }

  async #deleteFolder(): Promise<boolean> {
    const known = this.#ownFolder();
    if (!known) return false;
    const [id, name] = known;
    await this.page.evaluate(
      async ([folder, user, at]) => void (await window.headbadge.removeFolder(folder, user, false, at)),
      [{ id, name }, this.account.id, this.#longAgo()] as const,
    );
    this.#folders.delete(id);
    this.account.folders.delete(id);
    this.account.placed.delete(id);
    return true;
  }

  async #sort(): Promise<boolean> {
    const known = this.#ownFolder();
    const order = known && [...(this.account.placed.get(known[0]) ?? [])].reverse();
    if (!known || !order?.length) return false;
    const [id, name] = known;
    await this.page.evaluate(([folder, user, bikes]) => window.headbadge.sortFolder(folder, user, [...bikes]), [
      { id, name },
      this.account.id,
      order,
    ] as const);
    return true;
  }

  async #publish(): Promise<boolean> {
    if (this.#own.length >= maxBikes) return false;
    const model = this.#text('Bike');
    const id = await this.page.evaluate(
      async ([user, name]) => {
        const { drafts, publishDraft } = window.headbadge;
        const draft = await drafts.createDraft(user);
        const canvas = new OffscreenCanvas(640, 480);
        canvas.getContext('2d')?.fillRect(9, 9, 200, 100);
        await drafts.addPhoto(draft, new File([await canvas.convertToBlob()], 'photo.png'));
        const kind = { category: 'Touring', drivetrain: '1x', rearGear: '11-Speed' };
        await drafts.updateDraft(draft, { ...kind, brandId: 'Other', brandOther: 'Brother', model: name });
        const wrong = await publishDraft(draft);
        if (wrong) throw new Error(JSON.stringify(wrong));
        return draft;
      },
      [this.account.id, model] as const,
    );
    const [sample] = this.#bikes as [BikeCard];
    this.#own.push({ card: { ...sample, id, model, brand: 'Brother', cover: null }, status: 'Active' });
    this.account.bikes.set(model, 'Active');
    return true;
  }

  async #move(): Promise<boolean> {
    const bike = this.#oneOf(this.#own);
    const move = bike && this.#oneOf(moves.filter(({ from }) => from === bike.status));
    if (!bike || !move) return false;
    await this.page.evaluate(
      async ([card, user, step, at]) => void (await window.headbadge.moveBike(card, user, step, at)),
      [{ ...bike.card, status: bike.status }, this.account.id, move, this.#longAgo()] as const,
    );
    bike.status = move.to;
    this.account.bikes.set(bike.card.model, move.to);
    return true;
  }

  /** Time of writing that makes an undoable mutation due at once. */
  #longAgo(): number {
    return Date.now() - undoTime - 1;
  }

  /** Returns the queued mutations as text. */
  waiting(): Promise<string[]> {
    return this.page.evaluate(async (user) => {
      const rows = await window.headbadge.outbox.mutationsOf(user);
      return rows.map(({ kind, state, attempts, lastError, title, titleValue }) =>
        [kind, state, attempts, lastError?.code ?? '', title, titleValue].join(' '),
      );
    }, this.account.id);
  }

  /** Flushes everything queued. Each call moves the clock another hour ahead, so that rescheduled mutations are due. */
  async send(): Promise<void> {
    this.#hours += 1;
    await this.page.evaluate(
      async ([user, hours]) => {
        window.headbadge.setClock(Date.now() + hours * 3_600_000);
        await window.headbadge.flushOnce(user, { wait: true, eager: true });
        window.headbadge.setClock(null);
      },
      [this.account.id, this.#hours] as const,
    );
  }
}
