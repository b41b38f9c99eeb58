import { type BikeCard, titleOf } from '#contract/bikes.ts';
import type { Subject } from './mutation.ts';

export const bikeSubject = (bike: BikeCard): Subject => ({
  kind: 'bike',
  id: bike.id,
  title: titleOf(bike),
  picture: bike.cover && { id: bike.cover.id, here: false },
});
