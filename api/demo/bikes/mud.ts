import type { Rider } from './rider.ts';

export const mudRiders: readonly Rider[] = [
  {
    username: 'cx.margit',
    about: {
      discipline: 'Cyclocross',
      place: ['HU', 'HU-BU'],
      text: 'Never better than twelfth, never without a waffle.',
    },
    bikes: [
      {
        brand: 'all-city',
        model: 'Nature Boy',
        year: 2016,
        colors: ['Purple'],
        story:
          'One gear, one hill, one hour. I have never finished better than twelfth on it and never finished without somebody handing me a waffle.',
        talk: [['I hand out the waffles. You are too fast to be twelfth.', 'I slow down for the waffles.']],
      },
      {
        brand: 'bianchi',
        model: 'San Jose',
        year: 2009,
        colors: ['Green'],
        story: 'It came with fenders and manners. I took both off for the autumn and it has been wild ever since.',
        talk: [['Put the manners back on for the winter.']],
      },
      {
        brand: 'genesis',
        model: 'Day One',
        year: 2013,
        colors: ['Silver / Gray / Raw', 'Red'],
        story:
          'My commuter from Monday to Friday and my race bike on Sunday. On Saturday it is a garden hose and a brush.',
        talk: [['Saturday is the honest discipline.']],
      },
      {
        brand: 'raleigh',
        model: 'Furley',
        year: 2013,
        colors: ['Brown', 'Orange'],
        story:
          'Half a cross bike, half a mountain bike, and no gears to argue about it. It has carried me over every stile in the county.',
        talk: [['Every stile?', 'There is one with a bull behind it. We have an understanding.']],
      },
      {
        brand: 'ridley',
        model: 'X-Fire',
        year: 2011,
        colors: ['Black', 'Yellow / Gold'],
        story:
          'Bought from a man in Oudenaarde who was retiring, and who cried. I clean it on Tuesdays because he told me that he did.',
        talk: [['Send him a photo.', 'Every November. He answers with a thumb.']],
      },
      {
        brand: 'kona',
        model: 'Jake the Snake',
        year: 2006,
        colors: ['Red', 'White'],
        story:
          'My first race, my first crash, my first third place, all in one lap. The dent is from the third place: I dropped it to wave.',
        talk: [['Never wave.']],
      },
      {
        brand: 'moots',
        model: 'Psychlo X RSL',
        year: 2016,
        colors: ['Silver / Gray / Raw'],
        story:
          'No paint to scratch and no excuse left. I saved for it for six seasons and then raced it in the mud on the first day, because that is what it is for.',
        talk: [['Six seasons well spent.', 'Seven. I forgot the shoes.']],
        more: { weightIncludes: 'with pedals, without mud' },
      },
      {
        brand: 'trek',
        model: 'Boone 6',
        year: 2018,
        colors: ['Blue'],
        story:
          'Something in the seat tube gives a little when the ground does not. After an hour on grass that is the difference between sitting and having sat.',
        talk: [['Sitting and having sat. I feel that.']],
      },
      {
        brand: 'salsa',
        model: 'Chili Con Crosso',
        year: 2011,
        colors: ['Orange', 'Red'],
        story:
          'A name like a dinner and a ride like the walk after it. It has become my bike for the children’s races, where I run beside it.',
        talk: [['Who wins?', 'Whoever is bribed with the most gummy bears.']],
      },
    ],
  },
];
