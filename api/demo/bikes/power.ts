import type { Rider } from './rider.ts';

export const powerRiders: readonly Rider[] = [
  {
    username: 'watt.next',
    about: { discipline: 'Commuting', place: ['NL', 'NL-ZH'], text: 'Batteries, belts and the same shirt all day.' },
    bikes: [
      {
        brand: 'cowboy',
        model: 'Classic',
        year: 2023,
        colors: ['Black'],
        story:
          'No gears, no cables, no key. It knows my phone and my phone knows my route, and between them they have stopped asking me. I still ring the bell by hand.',
        talk: [['Who do you ring it at?', 'The geese. They have the right of way and know it.']],
      },
      {
        brand: 'stromer',
        model: 'ST3',
        year: 2021,
        colors: ['Silver / Gray / Raw', 'Black'],
        story:
          'Twenty-six kilometers to work and I arrive in the same shirt. My colleagues thought I had moved closer. I have moved further, for the hill.',
        talk: [['You moved for a hill?', 'It has a bakery on top.']],
      },
      {
        brand: 'liv',
        model: 'Thrive E+',
        year: 2020,
        colors: ['Teal'],
        story: 'Bought for a bad knee. The knee is fine now and denies everything. The bike stays.',
        talk: [['Never trust a knee.']],
      },
      {
        brand: 'specialized',
        model: 'Turbo Vado 4.0',
        year: 2019,
        colors: ['Red'],
        story:
          'It was the demonstration bike in the window and had never been rained on. We have made up for that together: four winters, one bridge, two chains.',
        talk: [['The bridge with the tram rails?', 'The very one. I cross it like a cat.']],
      },
      {
        brand: 'gazelle',
        model: 'Ultimate C380',
        year: 2022,
        colors: ['Blue', 'Black'],
        story:
          'There is a ring to turn on the handlebar and no numbers on it. I choose a gear as I choose a volume. The belt has never said a word.',
        talk: [['A gear like a volume. Mine is stuck on loud.']],
      },
      {
        brand: 'aventon',
        model: 'Soltera',
        year: 2022,
        colors: ['White', 'Orange'],
        story:
          'One gear and a motor in the back wheel, for a city that is flat but for the bridges. There are nineteen bridges.',
        talk: [['Nineteen?', 'Twenty with the one that is always closed.']],
      },
      {
        brand: 'electra',
        model: 'Townie Go! 7D',
        year: 2019,
        colors: ['Pink'],
        nickname: 'Parasol',
        story:
          'My aunt rode it to the beach until her eighty-fourth summer, with a parasol. It is mine for the winters. We share the parasol.',
        talk: [['I need to meet the aunt.', 'She needs to approve you first.']],
      },
    ],
  },
  {
    username: 'cargo.carla',
    about: { discipline: 'Utility & Cargo', place: ['DK', 'DK-84'], text: 'Two children, one cello, no car.' },
    bikes: [
      {
        brand: 'larry-vs-harry',
        model: 'eBullitt',
        year: 2021,
        colors: ['Orange', 'Black'],
        nickname: 'The ark',
        story:
          'Two children, one cello, the shopping, and once a door. The children asked whether the door had to wear a helmet too.',
        talk: [['Did it?', 'It was an outside door. It had seen worse.']],
      },
      {
        brand: 'riese-and-muller',
        model: 'Multicharger',
        year: 2022,
        colors: ['Green'],
        story:
          'It carries what a small car carries and parks where a cat sleeps. I sold the small car. The cat has not forgiven me for the parking.',
        talk: [['Bikes before cars, cats before bikes.']],
      },
      {
        brand: 'tern',
        model: 'GSD S10',
        year: 2020,
        colors: ['Blue'],
        story:
          'As long as my old one and twice as useful. It stands on its tail in the stairwell like a well-behaved guest, and the neighbors have begun to greet it.',
        talk: [['Does it greet back?', 'With the bell, when nobody looks.']],
      },
      {
        brand: 'rad-power-bikes',
        model: 'RadRunner Plus',
        year: 2021,
        colors: ['Silver / Gray / Raw', 'Orange'],
        story:
          'A milk crate in front, a friend behind, a radio underneath. It is less a bicycle than a small festival with brakes.',
        talk: [['What is on the radio?', 'Whatever the friend hates.']],
      },
      {
        brand: 'pashley',
        model: "Guv'nor",
        year: 2012,
        colors: ['Black'],
        nickname: 'Sir',
        handlebarType: 'Moustache',
        story:
          'One lamp, one plunger brake that is only for show, three gears that are not. I ride it in a hat. People call it Sir.',
        talk: [['Sir, your lamp is crooked.', 'It is raked. It was the fashion.']],
      },
      {
        brand: 'Other',
        model: 'Beinn 20 Large',
        year: 2018,
        colors: ['Red'],
        nickname: 'The little ark',
        story:
          'My daughter’s first with gears. She has found six of the seven and keeps the last one for emergencies. It is the only bike in the house that is never late for school.',
        more: { chainrings: '32' },
        talk: [['What counts as an emergency?', 'Ice cream, the far end of the park.']],
      },
      {
        brand: 'electra',
        model: 'Cruiser 1',
        year: 2009,
        colors: ['Teal', 'White'],
        story:
          'Found behind the ice-cream van that it used to advertise. It still smells of vanilla when the sun is on the saddle.',
        talk: [['Worth it for the saddle alone.']],
      },
      {
        brand: 'Other',
        model: 'Box bike no. 3',
        year: 2019,
        colors: ['Red', 'Black'],
        story:
          'Number one was too short and number two is a planter. Bob says that the third is always the one. It carries a washing machine, and has.',
        talk: [['Does the planter do well?', 'Tomatoes. It was never meant to move.']],
        more: { builder: "Bob's Welding" },
      },
    ],
  },
];
