import { DbError } from '../../bson/errors.ts';
import { beginningOf, literalsOf, maxSteps } from './cost.ts';
import { type Node, parsePattern } from './parse.ts';
import { searchOf } from './search.ts';

/** Step limit of JavaScript's own engine for one document: some 50 ms. */
const maxNative = 10_000_000;
/** Step limit of our slower engine, which counts its steps. */
const maxCounted = 2_000_000;
/** A pattern that needs at most this many passes over a text does not backtrack. */
const passes = 4;

const left = { native: maxNative, counted: maxCounted };

/** Resets the limits for the next document. */
export function resetPatternBudget(): void {
  left.native = maxNative;
  left.counted = maxCounted;
}

const tooMuch = (): DbError =>
  new DbError(51156, 'Error occurred while executing the regular expression. Result code: match limit exceeded');

/** Estimates a pattern's cost by text length, cached by powers of two. */
function costOf(pattern: Node): (length: number) => number {
  const known: number[] = [];
  return (length) => {
    const bits = 32 - Math.clz32(length);
    known[bits] ??= maxSteps(pattern, 2 ** bits - 1);
    return known[bits];
  };
}

/**
 * `RegExp.test` with a limit: patterns that JavaScript's engine may take long for run on our engine, which counts its
 * steps.
 * The test throws DbError 51156 when a pattern takes too many, as PCRE does at its match limit.
 */
export function bounded(expression: RegExp): (text: string) => boolean {
  const { source, flags } = expression;
  const pattern = parsePattern(source);
  const cost = costOf(pattern);
  const native = beginningOf(pattern) === 'line' ? new RegExp(`(?<![^\\n])(?:${source})`, flags) : expression;
  const literals = literalsOf(pattern).map((literal) => new RegExp(literal, flags));
  let stepsLeft = 0;
  const step = (): void => {
    if (--stepsLeft >= 0) return;
    if (--left.counted < 0) throw tooMuch();
  };
  let search: ((text: string) => boolean) | undefined;
  return (text) => {
    const steps = cost(text.length);
    if (steps <= passes * text.length + 100) return native.test(text);
    // One pass for each literal first, because the search may need many.
    if (!literals.every((literal) => literal.test(text))) return false;
    if (steps <= left.native) {
      left.native -= steps;
      return native.test(text);
    }
    search ??= searchOf(pattern, flags, step);
    stepsLeft = passes * text.length;
    try {
      return search(text);
    } catch (error) {
      // Recursion that exhausts the stack counts as too many steps.
      if (error instanceof RangeError) throw tooMuch();
      throw error;
    }
  };
}
