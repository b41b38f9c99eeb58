import { evaluateLet } from '../aggregate/expressions.ts';
import { leadingOf } from '../aggregate/pipeline.ts';
import { stagesOf } from '../aggregate/stages.ts';
import type { Document } from '../bson/codec.ts';
import { DbError, unsupported } from '../bson/errors.ts';
import { isDocument } from '../bson/values.ts';
import { find, type Query, type Report } from '../query/find.ts';
import type { Plan } from '../query/scan.ts';
import { sortOf } from '../query/sort.ts';
import { aggregateShape } from './aggregate.ts';
import { type Call, collectionOf, type Handler } from './call.ts';
import { anything, document, readFields, text } from './fields.ts';
import { findShape } from './find.ts';

/** The query that a command would run. */
function queryOf(call: Call, name: string, command: Document): Query {
  if (name === 'find') {
    const { filter = {}, sort, skip, limit, hint, let: bound } = readFields(name, command, findShape);
    return { filter, sort, skip, limit, hint, variables: evaluateLet(bound) };
  }
  if (name === 'aggregate') {
    const { pipeline, hint, let: bound } = readFields(name, command, aggregateShape);
    const scope = { store: call.store, db: call.db, variables: evaluateLet(bound) };
    return leadingOf(scope, stagesOf(pipeline), hint).query;
  }
  if (name === 'count' || name === 'distinct' || name === 'findAndModify') {
    const { query: filter = {}, sort, hint } = command;
    return { filter: document(filter, `${name}.query`), sort: isDocument(sort) ? sort : undefined, hint };
  }
  throw unsupported(`explaining '${name}'`);
}

/** A plan as mongod shows its stages. */
function shown(plan: Plan, query: Query): Document {
  const scans = plan.scans?.map(({ index, ranges }) => ({
    stage: 'IXSCAN',
    keyPattern: index.spec.key,
    indexName: index.name,
    isMultiKey: index.multikey > 0,
    isUnique: index.unique,
    direction: plan.reverse ? 'backward' : 'forward',
    ranges: ranges.length,
  }));
  const [scan] = scans ?? [];
  const source = !scan
    ? { stage: 'COLLSCAN', direction: 'forward', filter: query.filter }
    : {
        stage: 'FETCH',
        ...(!plan.exact && { filter: query.filter }),
        inputStage: scans?.length === 1 ? scan : { stage: 'OR', inputStages: scans },
      };
  if (plan.sorted || !sortOf(query.sort).length) return source;
  return { stage: 'SORT', sortPattern: query.sort, inputStage: source };
}

export const explain: Handler = (call) => {
  const { explain: inner, verbosity = 'allPlansExecution' } = readFields('explain', call.command, {
    explain: anything,
    verbosity: text,
  });
  if (!isDocument(inner)) throw new DbError(9, 'explain needs a command to explain');
  const [name = ''] = Object.keys(inner);
  const explained = { ...call, target: inner[name] };
  const collection = collectionOf(explained);
  const query = queryOf(explained, name, inner);
  const report: Report = { rejected: [], effort: { keys: 0, docs: 0, matched: 0 } };
  const start = performance.now();
  let nReturned = 0;
  for (const _ of find(collection, query, report)) nReturned++;
  const winningPlan = report.plan ? shown(report.plan, query) : { stage: 'EOF' };
  return {
    explainVersion: '1',
    queryPlanner: {
      namespace: `${call.db}.${String(explained.target)}`,
      parsedQuery: query.filter,
      winningPlan,
      rejectedPlans: report.rejected.map((plan) => shown(plan, query)),
    },
    ...(verbosity !== 'queryPlanner' && {
      executionStats: {
        executionSuccess: true,
        nReturned,
        executionTimeMillis: Math.round(performance.now() - start),
        totalKeysExamined: report.effort.keys,
        totalDocsExamined: report.effort.docs,
      },
    }),
    ok: 1,
  };
};
