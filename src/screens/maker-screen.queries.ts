import { type MakerNames, maker, makerBikes } from '#src/features/makers/makers.queries.ts';
import { type PageCalls, pathFor } from '#src/queries/page-calls.ts';

export const calls: PageCalls = ({ brand = '', model, part }) => {
  const names: MakerNames = { brand, model, part };
  return [pathFor(maker, names), pathFor(makerBikes, names)];
};
