import type { Rider } from './rider.ts';

export const winterRiders: readonly Rider[] = [
  {
    username: 'sanna.snow',
    about: {
      discipline: 'Recreational',
      place: ['SE', 'SE-BD'],
      text: 'Eleven kilometers of lake to the mailbox. Wide tires, good mittens.',
    },
    bikes: [
      {
        brand: 'borealis',
        model: 'Crestone',
        year: 2019,
        colors: ['Green', 'Black'],
        story:
          'From November to April it is how I get to the mailbox. The mailbox is eleven kilometers away, on the other side of the lake.',
        talk: [['And in May?', 'In May I get a lot of mail at once.']],
      },
      {
        brand: 'salsa',
        model: 'Beargrease',
        year: 2018,
        colors: ['Orange'],
        story:
          'Light enough to carry over the pressure ridges, soft enough to ride beside them. The ice talks at night and the tires answer.',
        talk: [['What does the ice say?', 'Mostly its own name.']],
      },
      {
        brand: 'surly',
        model: 'Moonlander',
        year: 2013,
        colors: ['Black'],
        nickname: 'Apollo',
        story:
          'There were wider ones later and narrower ones before. This one was the exact width of the goat track, and I have checked with the goats.',
        talk: [['The goats approve?', 'One does. It is an improvement.']],
      },
      {
        brand: 'otso',
        model: 'Voytek',
        year: 2020,
        colors: ['Purple', 'Blue'],
        story: 'Three wheelsets, one frame, no free wall left in the hall. My guests hang their coats on the forks.',
        talk: [['The correct use of a fork.']],
      },
      {
        brand: 'why-cycles',
        model: 'Big Iron',
        year: 2019,
        colors: ['Silver / Gray / Raw'],
        story:
          'Titanium, because salt. I live where the road is gritted and the sea comes over it, and I was tired of saying goodbye to frames.',
        talk: [['A sensible extravagance.', 'My only kind.']],
      },
      {
        brand: 'se-bikes',
        model: 'Fat Quad',
        year: 2019,
        colors: ['Red'],
        story:
          'It belongs to my nephew and I am only minding it. I have been minding it for two winters. He has stopped asking; he has a car.',
        talk: [['Mind it forever.']],
      },
      {
        brand: 'aventon',
        model: 'Aventure.2',
        year: 2022,
        colors: ['White', 'Black'],
        story: 'My mother’s. She saw mine, said nothing, and a week later rode past my window at thirty below, waving.',
        talk: [['Your mother at thirty below is everything.', 'She was on her way to swim.']],
      },
      {
        brand: 'rad-power-bikes',
        model: 'RadRover 6 Plus',
        year: 2021,
        colors: ['Blue', 'Silver / Gray / Raw'],
        story:
          'It pulls a sledge with firewood, and on Sundays a sledge with a small person who shouts at it as if it were a dog.',
        talk: [['Does it obey?', 'It turns left when she shouts fish.']],
      },
      {
        brand: 'surly',
        model: 'Ice Cream Truck',
        year: 2016,
        colors: ['Yellow / Gold'],
        story:
          'Steel and slow, with bags on all sides. It has slept in more snow caves than beds this year, and so have I.',
        talk: [['Which is warmer?', 'The cave. I have seen the bill for the bed.']],
      },
    ],
  },
];
