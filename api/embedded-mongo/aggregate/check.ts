import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { isDocument } from '../bson/values.ts';
import { compile } from '../query/match.ts';
import { bucketGroup, countGroup, groupOf } from './group.ts';
import { facetsOf, joinOf, unionOf } from './sources.ts';
import {
  assertStage,
  countNameOf,
  limitOf,
  matchOf,
  type Stage,
  sampleSizeOf,
  skipOf,
  sortSpecOf,
  stagesOf,
} from './stages.ts';
import { transformOf } from './transforms.ts';

const neverInFacet = new Set(['$facet', '$collStats', '$out', '$merge', '$geoNear', '$indexStats', '$documents']);

function checkFacets(spec: unknown, variables: Document): void {
  for (const [, pipeline] of facetsOf(spec))
    for (const stage of pipeline) {
      if (neverInFacet.has(stage[0]))
        throw new DbError(40600, `${stage[0]} is not allowed to be used within a $facet stage`);
      checkStage(stage, variables);
    }
}

function checkStage(stage: Stage, variables: Document): void {
  const [name, spec] = stage;
  switch (name) {
    case '$match':
      return void compile(matchOf(spec), variables);
    case '$sort':
      return void sortSpecOf(spec);
    case '$group':
      return void groupOf(spec, variables);
    case '$bucket':
      return void groupOf(bucketGroup(spec), variables);
    case '$sortByCount':
      return void groupOf(countGroup(spec), variables);
    case '$skip':
      return void skipOf(spec);
    case '$limit':
      return void limitOf(spec);
    case '$count':
      return void countNameOf(spec);
    case '$sample':
      return void sampleSizeOf(spec);
    case '$lookup': {
      const { let: bound, pipeline } = joinOf(spec);
      return void checkPipeline(stagesOf(pipeline), { ...variables, ...(isDocument(bound) && bound) });
    }
    case '$unionWith':
      return void checkPipeline(unionOf(spec).stages, variables);
    case '$facet':
      return void checkFacets(spec, variables);
  }
  if (!transformOf(name, spec, variables)) assertStage(stage);
}

/** Validates a pipeline before anything is read. Throws if it is invalid. `variables` holds the bound names. */
export function checkPipeline(stages: readonly Stage[], variables: Document): void {
  for (const [i, stage] of stages.entries()) if (i > 0 || stage[0] !== '$collStats') checkStage(stage, variables);
}
