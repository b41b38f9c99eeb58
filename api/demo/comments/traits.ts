import type { BikeFields } from '../describe-bike.ts';
import type { Chat } from './chat.ts';

const madeOf =
  (material: BikeFields['frameMaterial']) =>
  (bike: BikeFields): boolean =>
    bike.frameMaterial === material;
const painted =
  (color: BikeFields['colors'][number]) =>
  (bike: BikeFields): boolean =>
    bike.colors[0] === color;
const before =
  (year: number) =>
  (bike: BikeFields): boolean =>
    bike.year !== null && bike.year < year;
const hasHub = (bike: BikeFields): boolean => bike.rearGear.startsWith('Internal');
const hasMotor = (bike: BikeFields): boolean => bike.drivetrain === 'E-Bike';
const isBelted = (bike: BikeFields): boolean => bike.drivetrain === 'Belt Drive';
const isSingle = (bike: BikeFields): boolean => bike.rearGear === 'Single-Speed' && !hasMotor(bike);
const hasCantilevers = (bike: BikeFields): boolean => bike.brakeType === 'Rim: Cantilever';
const isNew = (bike: BikeFields): boolean => bike.year !== null && bike.year >= 2020;
const hasTwoColors = (bike: BikeFields): boolean => bike.colors.length > 1;

/** Conversations about material, paint, age and parts. */
export const traitChats: readonly Chat[] = [
  { fits: madeOf('Steel'), lines: ['Thin steel tubes will always look right to me.'] },
  { fits: madeOf('Steel'), lines: ['Any rust inside?', 'A spray of oil every autumn and we do not speak of it.'] },
  { fits: madeOf('Steel'), lines: ['Steel rides like it remembers the road.'] },
  { fits: madeOf('Steel'), lines: ['The skinny tubes against that background. Lovely.'] },
  {
    fits: madeOf('Titanium'),
    lines: ['The forever material. How does it clean up?', 'A cloth and a smug expression.'],
  },
  { fits: madeOf('Titanium'), lines: ['Raw titanium in low light should be illegal.'] },
  { fits: madeOf('Titanium'), lines: ['Never paint it. Promise.', 'Promise.'] },
  { fits: madeOf('Carbon'), lines: ['Do you use a torque wrench for everything?', 'Even for jars.'] },
  { fits: madeOf('Carbon'), lines: ['The shapes in that frame are doing a lot of work.'] },
  { fits: madeOf('Carbon'), lines: ['Light enough to blow away. Lock it on the inside.'] },
  { fits: madeOf('Aluminum'), lines: ['Good aluminum is the most honest frame there is.'] },
  { fits: madeOf('Aluminum'), lines: ['Alloy and proud. Nice welds too.'] },
  { fits: madeOf('Aluminum'), lines: ['Harsh, or is that a myth?', 'The road is harsh. The frame just passes it on.'] },
  { fits: painted('Orange'), lines: ['Orange bikes are two km/h faster. There are studies.'] },
  { fits: painted('Orange'), lines: ['Never lose it in a bike park. That orange!'] },
  { fits: painted('Teal'), lines: ['That teal is the exact color of a good decision.'] },
  {
    fits: painted('Teal'),
    lines: ['Is the paint closer to green or blue in real life?', 'It depends on who is asking.'],
  },
  { fits: painted('Green'), lines: ['Green frame, no notes.'] },
  { fits: painted('Green'), lines: ['What is the paint called?', 'The tin said green. I respect that.'] },
  { fits: painted('Blue'), lines: ['Hard to get a blue wrong and easy to get it this right, apparently.'] },
  { fits: painted('Blue'), lines: ['The blue changes from photo to photo. All of them work.'] },
  { fits: painted('Red'), lines: ['Red is the correct color for a bicycle. I do not make the rules.'] },
  { fits: painted('Red'), lines: ['It looks fast standing still. It is the red.'] },
  { fits: painted('Purple'), lines: ['More purple bikes. This is my whole platform.'] },
  { fits: painted('Purple'), lines: ['Purple was brave. Purple was right.'] },
  { fits: painted('Pink'), lines: ['Pink is a serious color and this proves it.'] },
  { fits: painted('Pink'), lines: ['My daughter wants this one and so do I.', 'There is a queue, and I am in it.'] },
  { fits: painted('Yellow / Gold'), lines: ['Cheered up my whole afternoon, that yellow.'] },
  { fits: painted('Yellow / Gold'), lines: ['Do wasps follow you?', 'Only uphill.'] },
  { fits: painted('White'), lines: ['White! Brave. How often do you wash it?', 'Before photos.'] },
  { fits: painted('White'), lines: ['A white frame with nothing to hide.'] },
  { fits: (bike) => painted('Black')(bike) && !hasTwoColors(bike), lines: ['All black and it still has a face.'] },
  { fits: painted('Black'), lines: ['Black goes with everything, even with fog.'] },
  { fits: painted('Brown'), lines: ['Nobody does brown and everybody should.'] },
  { fits: painted('Silver / Gray / Raw'), lines: ['No paint to chip. Clever.'] },
  { fits: painted('Silver / Gray / Raw'), lines: ['Understated until you look twice.'] },
  { fits: hasTwoColors, lines: ['The two colors meet in exactly the right place.'] },
  { fits: hasTwoColors, lines: ['Who decided on the second color?', 'A committee of one, over a long winter.'] },
  { fits: before(1996), lines: ['Older than some of the people commenting, and in better shape.'] },
  { fits: before(1996), lines: ['Are the cables still original?', 'No. Neither are my knees.'] },
  { fits: before(1996), lines: ['They got so much right back then, and then they got toe clips.'] },
  { fits: before(1990), lines: ['Where do you still find brake pads for it?', 'A drawer. Not my drawer.'] },
  { fits: before(1990), lines: ['Survivors like this make me check every barn.'] },
  { fits: hasHub, lines: ['Hub gears and no drama. The grown-up choice.'] },
  { fits: hasHub, lines: ['How do you find taking the back wheel out?', 'I find it on the floor, usually.'] },
  { fits: hasMotor, lines: ['Where does the charge go in winter?', 'With me, up the hill.'] },
  { fits: hasMotor, lines: ['Said I would never, then rode one for ten minutes. Nice one.'] },
  { fits: hasMotor, lines: ['Range in real life?', 'There and back and a detour for cake.'] },
  { fits: hasMotor, lines: ['You would not know it has a motor from the photo.'] },
  { fits: isBelted, lines: ['Belts are the future and have been for a while.'] },
  { fits: isBelted, lines: ['Does it squeak when dry?', 'Less than I do.'] },
  { fits: isSingle, lines: ['Single speed for ever, or until the first hill.'] },
  {
    fits: isSingle,
    lines: ['Nothing to adjust. You must have so much free time.', 'I spend it looking for hills to avoid.'],
  },
  { fits: hasCantilevers, lines: ['Toe-in on the pads is perfect, so I assume they still squeal.', 'Like a gate.'] },
  { fits: hasCantilevers, lines: ['Cantilevers: for slowing down, in theory.'] },
  { fits: isNew, lines: ['Fresh out of the box and already loved.'] },
  { fits: isNew, lines: ['How long was the wait?', 'Long enough to learn patience and then forget it.'] },
];
