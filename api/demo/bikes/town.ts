import type { Rider } from './rider.ts';

export const townRiders: readonly Rider[] = [
  {
    username: 'canal.nina',
    about: {
      discipline: 'Commuting',
      place: ['NL', 'NL-NH'],
      text: 'Everything fits on a bicycle. I have photographs.',
    },
    bikes: [
      {
        brand: 'gazelle',
        model: 'Orange C8',
        year: 2016,
        colors: ['Blue'],
        nickname: 'The ferry',
        story:
          'It has carried a sofa cushion, a christmas tree, three friends (separately) and a cello (once). Locked to the same bridge for six years, it now appears in two tourist photos a day. I wave when I am in them.',
        talk: [
          ['We need the cello story.', 'There is no story. There was a kerb.'],
          ['I think I have a photo of this bike on my fridge!', 'Was I waving?'],
        ],
        front: 1,
        scene: 'canal',
      },
      {
        brand: 'batavus',
        model: 'Bub',
        year: 2012,
        colors: ['White', 'Red'],
        story:
          'The frame is one long line, as if the designer did not lift the pen. Two people have asked to buy it at traffic lights. One of them had a lorry.',
        talk: [['A bike you can draw without lifting the pen. That is the whole lecture.']],
      },
      {
        brand: 'pashley',
        model: 'Princess Sovereign',
        year: 2011,
        colors: ['Green'],
        story:
          'My grandmother’s idea of a present, and as usual she was right. You sit on it as if somebody were about to paint you. The bell has its own postcode. The card is still in the basket:\n\nالدراجة تتذكر الطريق حتى لو نسيته أنت. اركبيها ببطء، فالجيران يحبون أن يروك.\n\nThe bicycle remembers the way even if you forget it. Ride it slowly, the neighbors like to see you. I do, and they do.',
        talk: [['Heard the bell. I am in the next town.']],
      },
      {
        brand: 'temple-cycles',
        model: 'Step Through',
        year: 2021,
        colors: ['Pink'],
        story:
          'Three gears: wind behind, no wind, wind. It has a guest room on my balcony in winter. I have never once been early on it or wanted to be.',
        talk: [['Wind behind, no wind, wind. Print it on the shifter.', 'I would, but the wind took the sticker.']],
        front: 10,
        scene: 'street',
      },
      {
        brand: 'batavus',
        model: 'Personal Bike',
        year: 2010,
        colors: ['Yellow / Gold', 'Black'],
        story:
          'Front rack like a small balcony. It takes a crate of anything. When I moved house I did it in fourteen trips and came out of it with calves.',
        talk: [['Fourteen trips and no van. Respect.', 'And no van deposit.']],
      },
      {
        brand: 'gazelle',
        model: 'Toer Populair',
        year: 1968,
        colors: ['Black'],
        story:
          'My neighbor’s, who is ninety-one and wants it told properly. We are at the war so far. He is bringing photographs on Sunday.',
        talk: [],
        availability: ['Draft'],
      },
    ],
  },
  {
    username: 'folding.felix',
    about: { discipline: 'Commuting', place: ['DE', 'DE-HH'], text: 'Small wheels, short trains, long explanations.' },
    bikes: [
      {
        brand: 'brompton',
        model: 'M6L',
        year: 2015,
        colors: ['Orange'],
        tireWidthMm: 35,
        brakeType: 'Rim: Dual-Pivot / Caliper',
        nickname: 'Luggage',
        story:
          'Under my desk, under a café table, under the seat on the 7:14. It folds in the time it takes the doors to close, and I have the scar to prove the one time it did not. Nine years, two hinges, no regrets.',
        talk: [
          ['Which got you, the hinge or the door?', 'The door. The hinge is a gentleman.'],
          ['Mine lives under a piano. They like it down there.'],
        ],
        front: 14,
        scene: 'quay',
      },
      {
        brand: 'riese-and-muller',
        model: 'Birdy Touring',
        year: 2009,
        colors: ['Red'],
        story:
          'Suspended at both ends and folded in the middle, like me after it. I toured Denmark on it and was overtaken by children, a tractor and a mild breeze. I have the fondest memories of the tractor.',
        talk: [['The tractor waved?', 'The tractor slowed down. It was company.']],
      },
      {
        brand: 'brompton',
        model: 'Electric C Line',
        year: 2022,
        colors: ['Silver / Gray / Raw', 'Green'],
        story:
          'The spare, for guests. It arrives folded, leaves folded and in between makes tall people look thoughtful. A cousin rode it to the airport and sent it back by train, unaccompanied.',
        talk: [['Did it have a ticket?', 'It had a label. The conductor was very kind to it.']],
      },
      {
        brand: 'tern',
        model: 'Verge X11',
        year: 2017,
        colors: ['Black', 'Red'],
        story:
          'The fast one, within reason. Eleven gears, small wheels, big opinions. I have dropped a man on a carbon bike with it and apologised at the lights.',
        talk: [['I was the man. Apology accepted.', 'You were very gracious about the pannier.']],
      },
      {
        brand: 'dawes',
        model: 'Kingpin',
        year: null,
        colors: ['Teal', 'White'],
        story:
          'It does not fold, whatever the brochure said about the hinge. It came with a tartan bag and a smell of seaside. My knees go out sideways like a butterfly that has had lunch.',
        talk: [['A butterfly that has had lunch. I cannot stop seeing it.']],
      },
      {
        brand: 'raleigh',
        model: 'Twenty',
        year: 1974,
        colors: ['Red', 'White'],
        story: 'It folds if you have an hour and a helper. I have the hour.',
        talk: [['Is that the one from the flea market?', 'The very one. The helper was extra.']],
        availability: ['Flagged', 'Two of the photos show another bike.'],
      },
    ],
  },
  {
    username: 'everyday.ed',
    about: {
      discipline: 'Commuting',
      place: ['IE', 'IE-L'],
      text: 'Same office, same road, every weather. Two locks.',
    },
    bikes: [
      {
        brand: 'trek',
        model: 'FX 3 Disc',
        year: 2019,
        colors: ['Teal'],
        story:
          'Nobody makes posters of this bike. It has done eleven thousand kilometres to the same office and back, in every weather the region offers, and the office has moved further away twice. The chain is the fourth, the charm is original.',
        talk: [
          ['I would buy that poster.', 'I will put you down for one. That makes two with my mum.'],
          ['Eleven thousand km on a commute is more than most race bikes here will ever see.'],
        ],
        front: 22,
        scene: 'brick',
      },
      {
        brand: 'marin',
        model: 'Fairfax 2',
        year: 2017,
        colors: ['Red', 'White'],
        story:
          'Bought in a hurry after the last one was stolen, and it turned out the hurry had taste. Two locks, one heart.',
        talk: [['Two locks, one heart, zero reflectors?', 'They fell off. Both. On the same bump.']],
      },
      {
        brand: 'specialized',
        model: 'Sirrus X 3.0',
        year: 2022,
        colors: ['Brown', 'Orange'],
        story:
          'There is a spring in the stem, which I forget until I ride something without it. My route has four kilometres of canal path and one swan. The spring is for the path. There is nothing for the swan.',
        talk: [['Offer the swan your lunch. Always works.', 'It has learned to open the bag.']],
      },
      {
        brand: 'kona',
        model: 'Dew',
        year: 2011,
        colors: ['Green'],
        story:
          'My first bike as an adult, given back to me by a friend who had borrowed it for four years. It came back with better tires and a child seat bolt. I think it had a nice time.',
        talk: [['Bikes should come with a diary.']],
      },
      {
        brand: 'jamis',
        model: 'Coda',
        year: 2008,
        colors: ['Purple'],
        story:
          'Steel hybrid from before hybrids were apologetic. I paint a small dot on the head tube for every flat tire. Nine dots. It is beginning to look like a constellation, or an argument for new tires.',
        talk: [['New tires would end the constellation. Do not.', 'That was also the vote at home.']],
      },
      {
        brand: 'linus',
        model: 'Dutchi 3',
        year: 2014,
        colors: ['Orange', 'Brown'],
        story: 'Pictures from the shop, until I have some of my own.',
        talk: [['Nice bike. Nice shop.']],
        availability: ['Removed', 'The photos are a shop’s, which asked for them to go.'],
      },
    ],
  },
];
