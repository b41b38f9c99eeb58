import type { Rider } from './rider.ts';

export const dirtRiders: readonly Rider[] = [
  {
    username: 'wheelie.good',
    about: {
      discipline: 'Enduro',
      place: ['CA', 'CA-BC'],
      text: 'Three bikes, two knees, one trail that I will clean some day.',
    },
    bikes: [
      {
        brand: 'santa-cruz',
        model: 'Tallboy C R',
        year: 2022,
        colors: ['Green'],
        story:
          'Bought as the sensible one between two silly ones. It has since been down everything the silly ones have, slightly slower and with far less drama. The dropper post was the best money I ever spent on not stopping.',
        talk: [
          ['Slower with less drama is how I describe my marriage. Compliment intended.'],
          ['Mullet or full 29?', 'Full 29. I am tall and set in my ways.'],
        ],
        front: 4,
        scene: 'mountains',
      },
      {
        brand: 'transition',
        model: 'Sentinel',
        year: 2020,
        colors: ['Teal', 'Black'],
        story:
          'Slack enough that the front wheel arrives a little before the news does. I climb seated, in the lowest gear, composing complaints. Then it turns round and I forget every one of them.',
        talk: [
          ['The front wheel arrives before the news. Framing that.'],
          ['Air or coil?', 'Coil. I like the squeak of progress.'],
        ],
        front: 16,
        scene: 'desert',
      },
      {
        brand: 'yeti',
        model: 'SB130',
        year: 2021,
        colors: ['Blue'],
        story:
          'There is a linkage in there that I have had explained to me four times. It works whether I understand it or not, which is more than I can say for my heating.',
        talk: [['It is a rail. It slides. That is explanation five.', 'Noted. I feel nothing.']],
      },
      {
        brand: 'cotic',
        model: 'BFe',
        year: 2019,
        colors: ['Orange'],
        nickname: 'Marmalade',
        story:
          'Steel hardtail, long fork, short temper. It hits things on purpose and apologises with a ping. I ride it in winter to remember that my legs were also suspension.',
        talk: [['The ping is the frame laughing.']],
      },
      {
        brand: 'orbea',
        model: 'Rise H30',
        year: 2022,
        colors: ['Silver / Gray / Raw', 'Green'],
        story:
          'The quiet motor for people who said they would never. I said it loudest. Three laps instead of two, and I still arrive at the top pretending to be tired.',
        talk: [
          ['We all heard you say never.', 'It was windy. You misheard.'],
          ['Range on eco?', 'Longer than my lunch.'],
        ],
      },
    ],
  },
  {
    username: 'dh.dario',
    about: { discipline: 'Downhill', place: ['IT', 'IT-32'], text: 'I go up by chairlift and come down by accident.' },
    bikes: [
      {
        brand: 'commencal',
        model: 'Supreme DH V5',
        year: 2022,
        colors: ['Red', 'Black'],
        story:
          'The chain runs over an extra pulley and so do my thoughts, at the start gate. It is heavy in the car park and weightless where it counts. I have broken two rims, one toe and a promise.',
        talk: [['Which promise?', 'That I would stop after the toe.']],
        front: 12,
        scene: 'forest',
      },
      {
        brand: 'santa-cruz',
        model: 'V10 CC DH',
        year: 2021,
        colors: ['Purple', 'Yellow / Gold'],
        story:
          'I sold a motorbike for this and go faster, downhill, into more trees. The colours were a limited run; so is my nerve. It has its own corner of the garage and a heater.',
        talk: [['The heater is for the bike or for you?', 'We share.']],
      },
      {
        brand: 'intense',
        model: 'M9',
        year: 2012,
        colors: ['Yellow / Gold'],
        story:
          'The poster above my bed in 2012 and the frame above my bed now. Everything adjusts. I adjusted everything, once, and spent a winter finding the way back.',
        talk: [['Six settings deep and no map. Been there.']],
      },
      {
        brand: 'mountain-cycle',
        model: 'Shockwave',
        year: 2000,
        colors: ['Silver / Gray / Raw', 'Orange'],
        story:
          'Half a bicycle, half a promise from the year 2000. It creaks in a way that sounds expensive. I ride it twice a year, slowly, to applause.',
        talk: [['I would applaud.', 'You did. In August. Thank you.']],
      },
      {
        brand: 'specialized',
        model: 'Demo Race',
        year: 2023,
        colors: ['Blue', 'White'],
        story:
          'New for the season and already the colour of the mountain. The mechanic asks me to describe noises and I do my best impressions. He has started to record them.',
        talk: [['Release the recordings.']],
      },
    ],
  },
  {
    username: 'park.rat',
    about: {
      discipline: 'Dirt Jump',
      place: ['DE', 'DE-BE'],
      text: 'Mostly digging. If you use the trails, bring a shovel.',
    },
    bikes: [
      {
        brand: 'transition',
        model: 'PBJ',
        year: 2016,
        colors: ['Pink', 'Black'],
        nickname: 'Jelly',
        story:
          'Twenty-six inches, one gear, one brake, no notes. It has been to more car parks than a delivery van. My nephew learned to drop in on it and now calls me steady.',
        talk: [['Steady is the worst thing a nephew can say.', 'He also said "for your age".']],
        front: 24,
        scene: 'underpass',
      },
      {
        brand: 'chromag',
        model: 'Monk',
        year: 2013,
        colors: ['Blue'],
        story:
          'Dirt jumps are mostly digging. This is what leans against the shovel. The frame has a dent the exact shape of a Tuesday.',
        talk: [['Dig more, ride more. Good looking shovel stand.']],
      },
      {
        brand: 'yt-industries',
        model: 'Dirt Love',
        year: 2019,
        colors: ['White', 'Red'],
        story:
          'I trimmed the bars, then trimmed them again, then bought new bars. It spins nicely, which is more than I do. Sold my couch for it and have not needed to sit since.',
        talk: [
          ['Measure twice, cut three times, buy new bars.'],
          ['How do visitors cope without a couch?', 'They leave earlier. It is a feature.'],
        ],
      },
      {
        brand: 'canyon',
        model: 'Torque 6',
        year: 2021,
        colors: ['Orange', 'Black'],
        story:
          'The big one, for the lift. It makes bad lines into anecdotes. On the scale it is honest, in the air it is forgiving, and on the roof rack it is audible.',
        talk: [['Bad lines into anecdotes. That is suspension in five words.']],
      },
      {
        brand: 'specialized',
        model: 'Big Hit',
        year: 2004,
        colors: ['Green', 'Silver / Gray / Raw'],
        story:
          'Twenty-four inch wheel at the back when I bought it, because that was going to be the future. It is not. It is still the bike I learned to fall on, and I fall very well.',
        talk: [['The future was 24 inches for about eleven months.', 'Glorious months.']],
      },
    ],
  },
];
