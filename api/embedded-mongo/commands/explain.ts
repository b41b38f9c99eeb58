import { hostname } from 'node:os';
import type { Document } from '../bson/codec.ts';
import { badValue, DbError, failedToParse } from '../bson/errors.ts';
import { isDocument } from '../bson/values.ts';
import { aggregate } from './aggregate.ts';
import { type Call, collectionOf, type Handler } from './call.ts';
import { version } from './diagnostics.ts';
import { type Explained, explainerOf } from './explain-commands.ts';
import { parsed, tree } from './explain-stages.ts';
import { anything, readFields, text } from './fields.ts';

const verbosities = ['queryPlanner', 'executionStats', 'allPlansExecution'];

const server = (): Document => ({ host: hostname(), version, gitVersion: 'embedded' });

/** The reply to an explained command, in mongod's shape. */
function answerOf(
  call: Call,
  { query, shown, rejected, nReturned, keys, docs, stages }: Explained,
  start: number,
  verbosity: string,
): Document {
  const planner = {
    namespace: `${call.db}.${String(call.target)}`,
    indexFilterSet: false,
    parsedQuery: parsed(query.filter),
    maxIndexedOrSolutionsReached: false,
    maxIndexedAndSolutionsReached: false,
    maxScansToExplodeReached: false,
    winningPlan: tree(shown, false),
    rejectedPlans: rejected,
  };
  const withWork = verbosity !== 'queryPlanner';
  const cursor = {
    queryPlanner: planner,
    ...(withWork && {
      executionStats: {
        executionSuccess: true,
        nReturned,
        executionTimeMillis: Math.round(performance.now() - start),
        totalKeysExamined: keys,
        totalDocsExamined: docs,
        executionStages: tree(shown, true),
      },
    }),
  };
  if (!stages) return { explainVersion: '1', ...cursor };
  const rest = stages.map(({ nReturned: n, ...stage }) => (withWork ? { ...stage, nReturned: n } : stage));
  return { explainVersion: '1', stages: [{ $cursor: cursor, ...(withWork && { nReturned }) }, ...rest] };
}

/** Explains a command: its plan, and at a higher verbosity its statistics. A write is not carried out. */
function explainCommand(call: Call, verbosity: string): Document {
  const { name, command } = call;
  const explainer = explainerOf(name);
  if (!explainer) throw cannotExplain(call);
  const start = performance.now();
  const collection = name === 'aggregate' && call.target === 1 ? undefined : collectionOf(call);
  const answer = answerOf(call, explainer(call, collection), start, verbosity);
  return { ...answer, command: { ...command, $db: call.db }, serverInfo: server(), ok: 1 };
}

function cannotExplain({ name, isCommand }: Call): DbError {
  if (isCommand(name)) return new DbError(20, `Cannot explain cmd: ${name}`);
  return new DbError(59, `Explain failed due to unknown command: ${name}`);
}

export const explain: Handler = (call) => {
  const { explain: inner, verbosity = 'allPlansExecution' } = readFields('explain', call.command, {
    explain: anything,
    verbosity: text,
  });
  if (!isDocument(inner)) throw failedToParse('explain command requires a nested object');
  if (!verbosities.includes(verbosity))
    throw badValue(`Enumeration value '${verbosity}' for field 'explain.verbosity' is not a valid value.`);
  const [name = ''] = Object.keys(inner);
  const typed = (): Document => call.typed().explain as Document;
  return explainCommand({ ...call, name, target: inner[name], command: inner, typed }, verbosity);
};

/** `aggregate`, which has an `explain` option of its own. */
export const aggregateOrExplain: Handler = (call) =>
  call.command.explain === true ? explainCommand(call, 'queryPlanner') : aggregate(call);
