import { type Beginning, beginningOf, widest } from './cost.ts';
import type { Node } from './parse.ts';

/** A continuation: whether the rest of the pattern matches from a position in the text. */
type Rest = (at: number) => boolean;
type OneTest = (text: string, at: number) => number;

/** Counts one step. Throws when there are too many. */
export type Step = () => void;

/** Compiles a test that returns how many code units a matching code point takes; 0 if it does not match. */
function oneTest(source: string, flags: string): OneTest {
  const expression = new RegExp(`^(?:${source})$`, flags);
  const known = new Map<number, boolean>();
  return (text, at) => {
    const point = text.codePointAt(at);
    if (point === undefined) return 0;
    let passes = known.get(point);
    if (passes === undefined) {
      passes = expression.test(String.fromCodePoint(point));
      known.set(point, passes);
    }
    return passes ? (point > 0xffff ? 2 : 1) : 0;
  };
}

const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff;

function groupsIn(node: Node): number[] {
  if (node.kind === 'group') return [node.index, ...groupsIn(node.body)];
  if (node.kind === 'all' || node.kind === 'any') return node.parts.flatMap(groupsIn);
  return node.kind === 'repeat' || node.kind === 'look' ? groupsIn(node.body) : [];
}

/**
 * Compiles a search that counts its steps, which JavaScript's engine does not.
 * Returns the same as `RegExp.test` for the same pattern and flags, which include `u`.
 */
export function searchOf(whole: Node, flags: string, step: Step): (text: string) => boolean {
  let text = '';
  let caught: (string | undefined)[] = [];
  const named = new Map<string, number>();
  const same = new Map<string, OneTest>();

  function link(node: Node, next: Rest): Rest {
    switch (node.kind) {
      case 'one': {
        const test = oneTest(node.source, flags);
        return (at) => {
          step();
          const width = test(text, at);
          return width > 0 && next(at + width);
        };
      }
      case 'start':
        return (at) => at === 0 && next(at);
      case 'border': {
        const isWord = oneTest(node.word, flags);
        return (at) => {
          const isBorder = (at > 0 && isWord(text, at - 1) > 0) !== isWord(text, at) > 0;
          return isBorder !== node.negative && next(at);
        };
      }
      case 'all':
        return node.parts.reduceRight((rest, part) => link(part, rest), next);
      case 'any': {
        const branches = node.parts.map((part) => link(part, next));
        return (at) => {
          step();
          return branches.some((branch) => branch(at));
        };
      }
      case 'look':
        return look(node, next);
      case 'group':
        return group(node, next);
      case 'back':
        return (at) => {
          const wanted = caught[typeof node.group === 'number' ? node.group : (named.get(node.group) ?? 0)];
          const end = wanted === undefined ? at : repeats(wanted, at);
          return end >= 0 && next(end);
        };
      case 'repeat':
        return node.body.kind === 'one' ? run(node, node.body.source, next) : repeat(node, next);
    }
  }

  /** Returns the position after a repetition of `wanted`; -1 if the text does not repeat it. */
  function repeats(wanted: string, from: number): number {
    let at = from;
    for (const char of wanted) {
      step();
      let test = same.get(char);
      if (!test) {
        test = oneTest(`\\u{${(char.codePointAt(0) as number).toString(16)}}`, flags);
        same.set(char, test);
      }
      const width = test(text, at);
      if (!width) return -1;
      at += width;
    }
    return at;
  }

  function group(node: Node & { kind: 'group' }, next: Rest): Rest {
    const starts: number[] = [];
    if (node.name) named.set(node.name, node.index);
    const body = link(node.body, (at) => {
      const before = caught[node.index];
      const from = starts.pop() as number;
      caught[node.index] = text.slice(from, at);
      if (next(at)) return true;
      caught[node.index] = before;
      starts.push(from);
      return false;
    });
    return (at) => {
      starts.push(at);
      if (body(at)) return true;
      starts.pop();
      return false;
    };
  }

  function look(node: Node & { kind: 'look' }, next: Rest): Rest {
    let target = 0;
    const reach = widest(node.body);
    const body = link(node.body, (at) => node.ahead || at === target);
    const found = (at: number): boolean => {
      if (node.ahead) return body(at);
      for (let from = at; from >= 0 && from >= at - reach; from--) {
        step();
        target = at;
        if (body(from)) return true;
      }
      return false;
    };
    return (at) => {
      const before = [...caught];
      const isThere = found(at);
      if (node.negative) caught = before;
      if (isThere !== node.negative && next(at)) return true;
      caught = before;
      return false;
    };
  }

  /** Repeats one code point without a call for each. */
  function run({ min, max, lazy }: Node & { kind: 'repeat' }, source: string, next: Rest): Rest {
    const test = oneTest(source, flags);
    return (from) => {
      let at = from;
      for (let n = 0; ; n++) {
        step();
        if (lazy && n >= min && next(at)) return true;
        const width = n < max ? test(text, at) : 0;
        if (width) at += width;
        else if (n < min || lazy) return false;
        else return back(from, at, n - min, next);
      }
    };
  }

  /** Backtracks one code point at a time. */
  function back(from: number, end: number, spare: number, next: Rest): boolean {
    let at = end;
    for (let left = spare; ; left--) {
      step();
      if (next(at)) return true;
      if (!left) return false;
      at -= at - 2 >= from && isPair(text, at - 2) ? 2 : 1;
    }
  }

  function repeat({ body: inner, min, max, lazy }: Node & { kind: 'repeat' }, next: Rest): Rest {
    const inside = groupsIn(inner);
    let n = 0;
    let from = -1;
    const body = link(inner, (at) => (at === from && n > min ? false : attempt(at)));
    const again = (at: number): boolean => {
      if (n >= max) return false;
      const [count, place, before] = [n, from, inside.map((i) => caught[i])];
      for (const i of inside) caught[i] = undefined;
      n++;
      from = at;
      if (body(at)) return true;
      n = count;
      from = place;
      for (const [i, value] of before.entries()) caught[inside[i] as number] = value;
      return false;
    };
    const attempt = (at: number): boolean => {
      step();
      if (n < min) return again(at);
      return lazy ? leave(at) || again(at) : again(at) || leave(at);
    };
    // The continuation may return here, as within another repetition.
    const leave = (at: number): boolean => {
      const [count, place] = [n, from];
      if (next(at)) return true;
      n = count;
      from = place;
      return false;
    };
    return (at) => {
      const [count, place] = [n, from];
      n = 0;
      from = -1;
      if (attempt(at)) return true;
      n = count;
      from = place;
      return false;
    };
  }

  const beginning: Beginning = beginningOf(whole);
  function search(begins: Rest): boolean {
    for (let at = 0; at <= text.length; at += isPair(text, at) ? 2 : 1) {
      step();
      if (beginning === 'line' && at > 0 && text[at - 1] !== '\n') continue;
      caught = [];
      if (begins(at)) return true;
      if (beginning === 'text') return false;
    }
    return false;
  }

  let linked: Rest | undefined;
  return (given) => {
    text = given;
    const begins = linked ?? link(whole, () => true);
    // An aborted search leaves its state in the linked nodes, so they are not reused.
    linked = undefined;
    const found = search(begins);
    linked = begins;
    return found;
  };
}
