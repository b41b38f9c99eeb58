import { bikeAnswers } from './bike-answers.ts';
import { bikeMends } from './bike-mends.ts';
import { commentAnswers } from './comment-answers.ts';
import { type RowKind, writeOf } from './table.ts';
import type { Mends, Write } from './write.ts';

const apart: Partial<Record<RowKind, Write['acknowledge']>> = { ...bikeAnswers, ...commentAnswers };

const mends: Partial<Mends<RowKind>> = bikeMends;

/** What repairs a refused row of this kind; undefined where nothing does. */
export const mendOf = ({ kind }: { kind: RowKind }): Mends<RowKind>[RowKind] | undefined => mends[kind];

/** What keeps the site's answer to a row of this kind; null where nothing of it is kept. */
export const answerOf = (row: { kind: RowKind }): Write['acknowledge'] => apart[row.kind] ?? writeOf(row).acknowledge;
