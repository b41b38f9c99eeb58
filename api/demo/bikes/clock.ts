import type { Rider } from './rider.ts';

export const clockRiders: readonly Rider[] = [
  {
    username: 'aero.anselm',
    about: {
      discipline: 'Time Trial',
      place: ['GB', 'GB-SRY'],
      text: 'Old wind-cheaters and what they taught us. Sundays at six, before the traffic.',
    },
    bikes: [
      {
        brand: 'quintana-roo',
        model: 'Superform',
        year: 1992,
        colors: ['Pink', 'Yellow / Gold'],
        story:
          'The one that started it. The wheels are small because the world was different. I rode it at a fiftieth birthday against a fifty-year-old and lost to the cake.',
        talk: [['What a thing. Keep the decals out of the sun.']],
      },
      {
        brand: 'kestrel',
        model: 'KM40',
        year: 1996,
        colors: ['Teal', 'White'],
        story:
          'No seat tube where a seat tube should be. For twenty-eight years people have been pointing at the gap, and for twenty-eight years it has held.',
        talk: [['I still do not trust the gap.', 'It trusts you.']],
      },
      {
        brand: 'litespeed',
        model: 'Blade',
        year: 2001,
        colors: ['Silver / Gray / Raw'],
        story:
          'Titanium, pressed into the shape of a knife by people who usually made airplanes. It cuts bread, wind and conversations.',
        talk: [['Conversations?', 'They stop when I come around the corner.']],
      },
      {
        brand: 'canyon',
        model: 'Speedmax CF 7',
        year: 2021,
        colors: ['Black', 'Red'],
        story:
          'There is a box in the frame for lunch. The rules call it a storage compartment. Mine holds one cheese roll, folded.',
        talk: [['A folded roll is an aero roll.']],
      },
      {
        brand: 'trek',
        model: 'Speed Concept SLR 9',
        year: 2022,
        colors: ['Purple', 'Blue'],
        story:
          'I bought the time and still have to bring the legs. Eleven minutes faster than the last one over the same lake, of which I claim two.',
        talk: [['I would claim three.', 'You have not seen me run.']],
      },
      {
        brand: 'felt',
        model: 'IA Advanced',
        year: 2017,
        colors: ['White', 'Red'],
        story: 'My dentist’s, then my dentist’s neighbor’s, then mine. It has always been parked outside good teeth.',
        talk: [['It looks as if it bites.']],
      },
      {
        brand: 'argon-18',
        model: 'E-112',
        year: 2013,
        colors: ['Green', 'Black'],
        story:
          'The bottle sits between my arms and I drink from it through a straw, as in hospital. I feel about as well, at the end.',
        talk: [['The straw is half the sport.']],
      },
      {
        brand: 'cervelo',
        model: 'P5 Disc',
        year: 2020,
        colors: ['Orange'],
        story:
          'I was told that yellow would be faster and red louder. I took the color between. It is neither, and can be seen from the ferry.',
        talk: [['I waved from the ferry!', 'I do not wave on the bars. I nodded.']],
      },
    ],
  },
];
