import type { TrackedAction } from '#src/ground/result.ts';
import type { OutboxRow, RowError, SentLine } from '../rows.ts';

/** What goes out for a row; `lost` when it is not on this device any more. */
export type Sendable = { body?: BodyInit; headers: Record<string, string> } | { lost: RowError };

/** A cheap question whether a row has arrived already. */
type Question = {
  path(row: OutboxRow): string;
  /** What the write itself would have answered, taken from what the question was answered; null when it is wanted. */
  found(data: unknown): unknown;
};

/** What a server said no to, with what it told besides. */
export type Refusal = { error: RowError; details: Record<string, unknown> };

/** The parts that go out before a row, in their order. */
export type Parts = {
  /** `Photo`, `Photos`. */
  one: string;
  many: string;
  /** What the row itself is called among them. */
  whole: string;
  /** The row of each part; null for one that has arrived. */
  rows: (OutboxRow | null)[];
};

/** What a person wrote, where it can be changed while it waits. */
export type WrittenText = {
  label: string;
  of(row: OutboxRow): string;
  /** The sentence about a text that cannot be sent, else null. */
  problem(text: string): string | null;
  /** The row's body with another text in it. */
  into(row: OutboxRow, text: string): unknown;
};

/**
 * Everything that is special about one kind of write. Whoever keeps, sends, draws or takes back rows asks here, and
 * knows no kind by its name.
 */
export interface Write {
  /** Which action it is: a refused row is told as its result. */
  action: TrackedAction;
  /** It makes what it is aimed at: rows about that wait for it. */
  creates: boolean;
  /** A person counts it for itself; what is not goes with another row, as a photo does with its bike. */
  isThing: boolean;
  /** Only the last one of its target counts, though they do not become one: a later one replaces a refused one. */
  isChoice: boolean;
  /** It says nothing to anybody by itself: it can be taken back also when it may have arrived. */
  isHarmless: boolean;
  /** It takes long to send: small writes of other lanes go before it. */
  isLarge: boolean;
  /** Milliseconds within which an answer must come. */
  timeLimit: number;
  words: {
    /** Before how long ago that was: `Written`. Empty for what nobody has to know of. */
    done: string;
    /** What it waits for while it is blocked: `After its bike`. */
    after: string;
    /** Takes it back; and once it was refused. */
    takeBack: string;
    discard: string;
  };
  /** What a row is called in a list. */
  titleOf(row: Pick<OutboxRow | SentLine, 'title' | 'subject'>): string;
  text: WrittenText | null;
  /** The page where it is changed after it was taken back. */
  editPage: ((row: OutboxRow) => string) | null;
  parts: ((row: OutboxRow, rows: readonly OutboxRow[]) => Parts) | null;
  /** Asked before a large body goes out again; null for what is sent without a question. */
  question: Question | null;
  /** The writes that undo it when it may have arrived, in their order; null where there are none. */
  opposite: ((row: OutboxRow) => OutboxRow[]) | null;
  /** Clears what the vault kept for it. Runs inside the transaction that ends the row. */
  clear(row: OutboxRow): Promise<void>;
  /** Does in the vault what belongs to deleting a row; returns how to put that back. `rows` still hold it. */
  drop(row: OutboxRow, rows: readonly OutboxRow[]): Promise<() => Promise<void>>;
  /** The same for a row that may have arrived, when its opposite is queued. */
  withdraw(row: OutboxRow): Promise<() => Promise<void>>;
}

/** The kinds of one feature. */
export type Writes<Kind extends string> = { readonly [kind in Kind]: Write };

/** What most kinds are: a small thing of its own that makes nothing and consists of nothing else. */
export const plainWrite = {
  creates: false,
  isThing: true,
  isChoice: false,
  isHarmless: false,
  isLarge: false,
  timeLimit: 20_000,
  titleOf: ({ title }) => title,
  text: null,
  editPage: null,
  parts: null,
  question: null,
  clear: async () => undefined,
  drop: async () => async () => undefined,
  withdraw: async () => async () => undefined,
} satisfies Partial<Write>;

/** The words on the buttons of most kinds. */
export const plainButtons = { takeBack: 'Take back', discard: 'Delete' } as const;
