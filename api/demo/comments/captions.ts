import type { ShotKind } from '../illustrator/spec.ts';

/** Captions that members write under a photograph. */
export const captions: Record<ShotKind, readonly string[]> = {
  'Drive side': ['The morning after a wash.', 'As it stands today.', 'Leaning on nothing, for once.'],
  'Non-drive side': ['The side nobody photographs.', 'Its other good side.', 'For completeness.'],
  Front: ['Coming at you.', 'Narrower than I remember.', 'What the oncoming sheep see.'],
  Rear: ['The view most people get.', 'Straight, after the second try.'],
  Cockpit: ['The office.', 'The view from here.', 'Wrapped twice. The first time was practice.'],
  Drivetrain: ['Cleaned for the photo.', 'Quiet, at last.', 'Where the watts go to be disappointed.'],
  Wheels: ['Built on the kitchen table.', 'True to within a breath.', 'Round, as ordered.'],
  Detail: ['My favorite part.', 'I look at this more than I should.', 'The bit I show people.'],
  'In use': ['Not posing. Well, a little.', 'Photo by a patient friend.', 'Second take. I fell off in the first.'],
};
