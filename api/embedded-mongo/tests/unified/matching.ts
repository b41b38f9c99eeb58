import { isDeepStrictEqual } from 'node:util';
import { Double, EJSON, Int32, Long } from 'bson';

type Fields = Record<string, unknown>;

const isFields = (v: unknown): v is Fields =>
  typeof v === 'object' && v !== null && !Array.isArray(v) && !('_bsontype' in v) && !(v instanceof Date);

const numberOf = (v: unknown): unknown => {
  if (v instanceof Int32 || v instanceof Double) return v.value;
  return v instanceof Long ? v.toNumber() : v;
};

/** The `$$` operators of the unified test format that can apply to a server's results. */
function matchesOperator(operator: string, operand: unknown, actual: unknown, isRoot: boolean): boolean {
  switch (operator) {
    case '$$unsetOrMatches':
      return actual === undefined || actual === null || matches(operand, actual, isRoot);
    case '$$exists':
      return operand === (actual !== undefined);
    case '$$type':
      return actual !== undefined;
    case '$$lte':
      return Number(numberOf(actual)) <= Number(numberOf(operand));
    case '$$matchesEntity':
      return true;
    default:
      throw new Error(`the runner does not know ${operator}`);
  }
}

function matchesFields(expected: Fields, actual: unknown, isRoot: boolean): boolean {
  const fields = actual instanceof Map ? Object.fromEntries(actual) : actual;
  if (!isFields(fields)) return false;
  // At the root a result may have more fields than the test expects.
  if (!isRoot && Object.keys(fields).some((key) => fields[key] !== undefined && !(key in expected))) return false;
  return Object.entries(expected).every(([key, value]) => matches(value, fields[key], false));
}

/** Whether a result matches the expectation of a unified test. */
export function matches(expected: unknown, actual: unknown, isRoot = false): boolean {
  if (isFields(expected)) {
    const [operator = ''] = Object.keys(expected);
    if (operator.startsWith('$$')) return matchesOperator(operator, expected[operator], actual, isRoot);
    return matchesFields(expected, actual, isRoot);
  }
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      expected.length === actual.length &&
      expected.every((item, i) => matches(item, actual[i], isRoot))
    );
  const [a, b] = [numberOf(expected), numberOf(actual)];
  if (typeof a === 'object' && a !== null && '_bsontype' in a)
    return EJSON.stringify({ value: a }) === EJSON.stringify({ value: b });
  return isDeepStrictEqual(a, b);
}
