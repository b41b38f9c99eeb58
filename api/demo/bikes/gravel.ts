import type { Rider } from './rider.ts';

export const gravelRiders: readonly Rider[] = [
  {
    username: 'gravel-gus',
    about: {
      discipline: 'Gravel',
      place: ['US', 'US-KS'],
      text: 'Flint in the tires, dust in the sandwiches. I ride the roads that the map draws dotted.',
      link: 'https://gravel-gus.example/routes',
    },
    bikes: [
      {
        brand: 'salsa',
        model: 'Warbird',
        year: 2021,
        colors: ['Orange'],
        nickname: 'Dust permitting',
        story:
          'Bought for one race in Kansas, kept for every road that stops being one. The paint matches the dust at about hour six. I have a box of the wrong tires and one pair of the right ones, which are on it.',
        talk: [
          [
            'Which ones are the right ones?',
            'Forty-fives with small knobs, until it rains.',
            'And then?',
            'Then I walk, with excellent tires.',
          ],
          ['Orange on dust. Somebody planned this photo.'],
        ],
        tags: ['race-bike', 'dust'],
        history: [
          ['2021-04-30', 'Built for Kansas', 'Three days late, one day early for the start.'],
          [
            '2021-06-12',
            'After Kansas',
            'The rear derailleur did not make it home.',
            [['Rear derailleur', 'Shimano GRX RX810', 'Shimano GRX RX812']],
          ],
          [
            '2023-03-04',
            'One ring',
            'I shifted the front twice a year and cleaned it every week.',
            [
              ['Chainring(s)', '48/31', '42'],
              ['Front derailleur', 'Shimano GRX RX810', ''],
            ],
          ],
        ],
        front: 2,
        scene: 'gravelHills',
        more: { chainrings: '42' },
      },
      {
        brand: 'surly',
        model: 'Midnight Special',
        year: 2019,
        colors: ['Purple'],
        story:
          'Road bike for roads that gave up. It weighs what it weighs and I have stopped asking. Two flat tires in three years, both on the same drawing pin.',
        talk: [['Tell us about the drawing pin.', 'I kept it. It is on the map, holding up the route.']],
      },
      {
        brand: 'otso',
        model: 'Fenrir',
        year: 2022,
        colors: ['Green', 'Brown'],
        story:
          'The chainstay length is adjustable, so I have adjusted it, ridden round the block, frowned and adjusted it back. It carries a week of food in the frame and a fortnight of plans in my head.',
        talk: [
          ['Short setting for smiling, long setting for arriving.'],
          ['How many chips change hands per ride?', 'Two. I have named them.'],
        ],
      },
      {
        brand: 'bombtrack',
        model: 'Arise',
        year: 2018,
        colors: ['Yellow / Gold'],
        story:
          'One gear, wide tires, no excuses. I ride it when the others have eaten too many of my afternoons with cable tension. It is the only bike I own that has never had an opinion.',
        talk: [['What gear do you run?', '40x17. Hills are shorter when there is only one way to do them.']],
      },
      {
        brand: 'ritchey',
        model: 'Outback',
        year: 2018,
        colors: ['Teal'],
        story:
          'Skinny tubes, big clearance, a fork the colour of a swimming pool. It came apart in a suitcase to Oregon and back with nothing missing except a bottle cage bolt, which is now a permanent resident.',
        talk: [
          ['There is an Oregon full of bottle cage bolts.'],
          ['That is how a steel bike should look. Nothing more to add.'],
        ],
      },
      {
        brand: 'cube',
        model: 'Nuroad Hybrid C:62 SL',
        year: 2021,
        colors: ['Silver / Gray / Raw', 'Black'],
        story:
          'A motor that you can take out and leave at home. I have left it at home twice, by accident, and once out of pride.',
        talk: [['And the pride?', 'Also left at home, since.']],
      },
      {
        brand: 'bombtrack',
        model: 'Arise',
        year: 2016,
        colors: ['Orange', 'Black'],
        story:
          'One gear for gravel is either wisdom or stubbornness. I have had the same gear for nine years, so I can no longer ask it.',
        talk: [['Ask your knees.', 'They signed something.']],
      },
      {
        brand: 'curve-cycling',
        model: 'GXR',
        year: 2020,
        colors: ['Silver / Gray / Raw', 'Green'],
        story: 'It crossed the Nullarbor with somebody who then wanted a couch. I had a couch.',
        talk: [['Best trade I have read this year.']],
      },
    ],
  },
  {
    username: 'junebug.rides',
    about: {
      discipline: 'Bikepacking',
      place: ['FR', 'FR-NAQ'],
      text: 'Slow tours with fast friends. There is always a baguette, and there is always a ferry.',
    },
    bikes: [
      {
        brand: 'brother-cycles',
        model: 'Kepler',
        year: 2021,
        colors: ['Pink'],
        nickname: 'Rhubarb',
        story:
          'I wanted a bike I could find in a field full of bikes. It has been to two weddings and carried a cake to one of them, in the front bag, in tiers. The cake arrived. I was late because people kept asking about the cake.',
        talk: [
          ['How many tiers in the front bag?', 'Two. The third travelled in a rucksack and is a sore point.'],
          ['The pink with that light behind it. Perfect.'],
        ],
        scene: 'beach',
      },
      {
        brand: 'crust',
        model: 'Romanceür',
        year: 2020,
        colors: ['Teal', 'White'],
        story:
          'Wide tires, low trail and an umlaut I had to copy and paste. It handles best with a baguette across the bars. I have tested shorter breads and cannot recommend them.',
        talk: [['Have you tried ciabatta?', 'It understeers.']],
      },
      {
        brand: 'linus',
        model: 'Mixte 8',
        year: 2017,
        colors: ['Yellow / Gold'],
        story:
          'For the library, the market and the part of town where every street is a hill in both directions. Eight gears and I use all of them before breakfast.',
        talk: [['A hill in both directions. I have lived on that street.']],
      },
      {
        brand: 'masi',
        model: 'Speciale Randonneur',
        year: 2018,
        colors: ['Blue', 'Silver / Gray / Raw'],
        story:
          'It came with fenders, so I have ridden it in the rain out of politeness. The tires make a sound on wet tarmac like somebody pouring a drink. I built up a whole evening route around that.',
        talk: [
          ['Pouring a drink! Yes! I never had the words.'],
          ['Where does the evening route end?', 'Where somebody pours a drink.'],
        ],
      },
      {
        brand: 'tokyobike',
        model: 'Bisou',
        year: 2019,
        colors: ['Green'],
        story:
          'Small wheels, light frame, no hurry. My sister borrowed it for an afternoon in April. I have asked for it back in three different tones of voice.',
        talk: [['Which tone are you on now?', 'Written.', 'She is never giving it back.']],
      },
      {
        brand: 'public',
        model: 'C7',
        year: 2015,
        colors: ['Pink', 'White'],
        story: 'Seven gears, one owner, collect it on Saturday.',
        talk: [['Is it still there?']],
        availability: ['Removed', 'An advert. Bikes for sale belong elsewhere.'],
      },
    ],
  },
  {
    username: 'pia_muddy',
    about: {
      discipline: 'Cyclocross',
      place: ['BE', 'BE-VOV'],
      text: 'October to February. The rest of the year I wash things.',
    },
    bikes: [
      {
        brand: 'ridley',
        model: 'X-Night',
        year: 2018,
        colors: ['Purple', 'White'],
        nickname: 'Aubergine',
        story:
          'An hour at a time, October to February, mostly carried. I wash it more often than my car and it has cost about the same. The barrier in Zonhoven still has some of this paint on it, low on the left.',
        talk: [
          ['I have seen that mark! We blamed the Dutch.', 'Let them keep it.'],
          ['What pressure in the deep stuff?', 'Less than you think, and then a bit less.'],
        ],
        front: 23,
        scene: 'field',
      },
      {
        brand: 'all-city',
        model: 'Nature Boy',
        year: 2014,
        colors: ['Green'],
        story:
          'The pit bike that became the main bike that became the bike. One gear is enough when the mud decides the speed anyway. My mother calls it the green one, as if the others did not exist.',
        talk: [['Your mother is the only reviewer I trust.']],
      },
      {
        brand: 'ritchey',
        model: 'Swiss Cross',
        year: 2015,
        colors: ['Red', 'White'],
        story:
          'Some bikes look fast standing still. This one looks as if it is waiting for you to finish your excuse. Canti brakes, because I enjoy hope.',
        brakeType: 'Rim: Cantilever',
        talk: [
          [
            '"Because I enjoy hope" should be engraved on every cantilever.',
            'It is. In very small letters, under the mud.',
          ],
        ],
      },
      {
        brand: 'cannondale',
        model: 'SuperX',
        year: 2020,
        colors: ['Blue', 'Yellow / Gold'],
        story:
          'Given up racing three times; owned this for all three. It is stupidly light, and so was I when I said last season was the last.',
        talk: [['See you in October.', 'I have retired.', 'In October, then. I will bring the bucket.']],
      },
      {
        brand: 'niner',
        model: 'RLT 9 Steel',
        year: 2019,
        colors: ['Orange', 'Black'],
        story:
          'For the eight months without numbers pinned on. I fitted bags and now stop for things: bakeries, cows, views. It turns out there were views on the race courses too.',
        talk: [['There were views?', 'Behind the tape. I also found out about the sky.']],
      },
      {
        brand: 'kona',
        model: 'Sutra LTD',
        year: 2021,
        colors: ['Brown', 'Yellow / Gold'],
        story: 'The rack came off for the summer and the summer has not ended. That was in 2022.',
        talk: [['Keep the screws in a jar.', 'The jar is on tour too.']],
      },
      {
        brand: 'otso',
        model: 'Fenrir',
        year: 2022,
        colors: ['Teal', 'Purple'],
        story: 'Named after a wolf, ridden like a sheepdog: round and round the same hill until everybody is home.',
        talk: [['Good dog.']],
      },
    ],
  },
];
