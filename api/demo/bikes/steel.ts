import type { Rider } from './rider.ts';

export const steelRiders: readonly Rider[] = [
  {
    username: 'marta.wolny',
    about: {
      discipline: 'Road',
      place: ['PL', 'PL-12'],
      text: 'Italian steel in Kraków, out on dry Sundays. I polish what others replace, and I answer every question about cable routing.',
      link: 'https://marta-wolny.example/',
    },
    bikes: [
      {
        brand: 'cinelli',
        model: 'Supercorsa',
        year: 2014,
        tireWidthMm: 25,
        colors: ['Red'],
        nickname: 'Sunday best',
        story:
          'I waited eleven months for this frame and learned some Italian while waiting, mostly the word for delay. It comes out on dry Sundays and gets wiped down before I have taken my shoes off. My partner says I look at it more than I ride it. Both numbers are going up.',
        talk: [
          [
            'Which word for delay? There are several.',
            'Ritardo. Also pazienza, which is not the same word but is used the same way.',
          ],
          ['Every photo of this makes me straighten my back.'],
        ],
        tags: ['lugged', 'italian'],
        history: [
          [
            '2014-11-08',
            'The frame arrives',
            'Eleven months and four days. I carried the box up the stairs like a child.',
          ],
          [
            '2015-03-21',
            'First build',
            'Everything silver that could be silver.',
            [['Groupset', '', 'Campagnolo Athena 11-speed, silver']],
          ],
          [
            '2022-05-14',
            'New shoes',
            'The old tires were older than some of my friends’ children.',
            [
              ['Front tire', 'Vittoria Corsa 23 mm', 'Veloflex Master 25 mm'],
              ['Rear tire', 'Vittoria Corsa 23 mm', 'Veloflex Master 25 mm'],
            ],
          ],
        ],
        front: 6,
        scene: 'workshop',
      },
      {
        brand: 'colnago',
        model: 'Master X-Light',
        year: 2012,
        colors: ['Blue', 'White'],
        story:
          'The star-shaped tubes are said to make it stiffer. What they certainly do is collect dust in five grooves at once, and I clean them with a cotton bud and no shame. It climbs better than I do, so we compromise.',
        talk: [
          [
            'Cotton buds are the correct tool and I will defend you in public.',
            'Thank you. The chainstays alone take four.',
          ],
        ],
      },
      {
        brand: 'gios',
        model: 'Compact Pro',
        year: 2004,
        colors: ['Blue'],
        nickname: 'Torino',
        take: 6,
        story:
          'Blue because there is only one colour a Gios can be. I bought it from a retired postman who rode it for twenty years and apologised for a scratch I still cannot find.',
        talk: [
          ['If the postman ever wants visiting rights I would read that story.'],
          ['The correct blue. No further questions.'],
        ],
      },
      {
        brand: 'tommasini',
        model: 'Tecno',
        year: 2016,
        colors: ['Purple', 'White'],
        story:
          'I asked for a sober colour and then stood in front of the paint samples for an hour. This is what sober looks like after an hour. The fade at the lugs was done by a man who did not let me watch.',
        talk: [
          [
            'He was right not to let you watch. Look at that edge.',
            'I have made my peace with it.',
            'I have not, I would have hidden in a cupboard.',
          ],
        ],
      },
      {
        brand: 'bianchi',
        model: 'Reparto Corse SLX',
        year: 1989,
        colors: ['Teal'],
        nickname: 'Celestina',
        story:
          'Found in a cellar in Bergamo, under a ping-pong table and a great deal of wine that turned out not to be drinkable. Everything on it is from its own decade except the tires, the cables and me. The down tube shifters were stiff for a week and have been perfect since.',
        talk: [
          ['What was the wine, though?', 'Vinegar, with ambitions.'],
          ['I had this exact frame in 1990 and sold it for a stereo. Thank you for the reminder.'],
        ],
        front: 8,
        scene: 'plaster',
      },
      {
        brand: 'gary-fisher',
        model: 'Rig',
        year: 2007,
        colors: ['Blue', 'Red'],
        story:
          'One gear, big wheels, and the year in which everybody told me that neither would last. I outlived the argument.',
        talk: [['And two rear hubs, if I remember.', 'Three. I count the one in the river.']],
      },
    ],
  },
  {
    username: 'oldspoke',
    about: {
      discipline: 'Vintage & Restoration',
      place: ['GB', 'GB-DBY'],
      text: 'Retired wheel builder. Three-speeds, rod brakes and tea. If it squeaks I have probably owned it.',
      link: 'https://oldspoke.example/',
    },
    bikes: [
      {
        brand: 'mercian',
        model: 'Vincitore',
        year: 2008,
        colors: ['Green', 'White'],
        story:
          'Built for my sixtieth birthday by people who asked better questions than my doctor. The lugs are cut by hand and the lining is painted by someone with a steadier one. I ride it to the same bakery every Saturday by a different road; there are nine roads so far.',
        talk: [
          ['Nine roads to one bakery is the most sensible training plan on this site.', 'The tenth needs a boat.'],
        ],
        front: 13,
        scene: 'studio',
      },
      {
        brand: 'raleigh',
        model: 'Tourist',
        year: 1963,
        colors: ['Black'],
        story:
          'Rod brakes, a three-speed hub and the acceleration of a wardrobe. It has stopped for tea in every county between here and the sea. The hub takes a spoonful of oil a month and asks for nothing else, which is more than can be said for the rider.',
        brakeType: 'Rod',
        talk: [
          ['The acceleration of a wardrobe, and the dignity of one too.'],
          ['Does it still have its original pump pegs?', 'It has its original pump.'],
        ],
      },
      {
        brand: 'raleigh',
        model: 'Grand Prix',
        year: null,
        colors: ['Orange'],
        story:
          'The serial number says one thing, the crank says another and the man at the jumble sale said it was his uncle’s. I have stopped asking. It rides straight with no hands, which settles most arguments about age.',
        talk: [
          [
            'Look under the bottom bracket for a date stamp near the cable guide.',
            'I looked. It says MADE IN ENGLAND, which I had suspected.',
          ],
        ],
      },
      {
        brand: 'bob-jackson',
        model: 'World Tour',
        year: 2003,
        colors: ['Purple'],
        nickname: 'The Bishop',
        story:
          'Named for the colour and the speed. It has carried a tent, a stove and one very patient cat across Wales. The front wheel was trued by torchlight in Machynlleth and has not moved since.',
        talk: [['We need to hear about the cat.', 'She rode in the bar bag and judged everyone.', 'As a cat should.']],
      },
      {
        brand: 'pashley',
        model: 'Clubman',
        year: 2013,
        colors: ['Teal', 'White'],
        story:
          'A new bike for people who do not like new bikes. I bought it for its manners and kept it for the way it goes round corners, as if it had been told about them in advance.',
        talk: [['"Told about them in advance" is exactly how mine descends as well.']],
      },
      {
        brand: 'raleigh',
        model: 'Sports',
        year: 1962,
        colors: ['Green', 'Brown'],
        story: 'Bought as a pile of parts with a label: works. I will say more when it does.',
        talk: [],
        more: { buildState: 'Project (in progress)' },
        availability: ['Draft'],
      },
    ],
  },
  {
    username: 'lugs.and.love',
    about: {
      discipline: 'Randonneuring',
      place: ['US', 'US-WA'],
      text: 'Long rides at conversational speed. I count lugs, not watts.',
    },
    bikes: [
      {
        brand: 'soma',
        model: 'Grand Randonneur',
        year: 2017,
        colors: ['Blue'],
        brakeType: 'Rim: Cantilever',
        nickname: 'Night bus',
        story:
          'Built for a 600 km brevet and now mostly used for not doing another one. The dynamo light is bright enough that a farmer once asked me to hold it still. I replaced the saddle twice before learning that the problem was my shorts.',
        talk: [['The farmer story wins. Which light?', 'An Edelux. He found his glove.']],
        front: 19,
        scene: 'autumn',
      },
      {
        brand: 'rivendell',
        model: 'Appaloosa',
        year: 2019,
        colors: ['Green'],
        brakeType: 'Rim: V-Brake',
        story:
          'Long, calm and entirely uninterested in my average speed. It has lugs that curl at the ends like good handwriting. I bought it to slow down and have never been late on it, which I cannot explain.',
        handlebarType: 'Swept-Back / Alt',
        talk: [
          ['Long wheelbase, short worries.'],
          ['How does it do with two bags and a headwind?', 'It does not notice. I do.'],
        ],
      },
      {
        brand: 'cherubim',
        model: 'Randonneur',
        year: 2009,
        colors: ['Silver / Gray / Raw', 'Red'],
        story:
          'Shipped from Machida in a box that was better made than my kitchen. The rack was brazed to fit this frame and no other. I have ridden it through two typhoon seasons and it has one mark, from the airport.',
        talk: [['It is always the airport.'], ['The fork bend on these. They know something.']],
      },
      {
        brand: 'waterford',
        model: 'R-33',
        year: 2015,
        colors: ['Yellow / Gold'],
        story:
          'Measured, brazed and painted within forty kilometres of where I learned to ride. The shop is closed now, so it is also a souvenir that goes uphill. I said yes to the contrasting panels and would again.',
        talk: [['A souvenir that goes uphill. I am stealing that.', 'Take it. It was heavy anyway.']],
      },
      {
        brand: 'miyata',
        model: '610',
        year: null,
        colors: ['Red'],
        story:
          'Eighty dollars, two evenings and one stuck seatpost. The seatpost took a third evening and a neighbour with a bench vice. It was somebody’s trip across a continent once, and there are still sticker ghosts on the down tube to prove it.',
        talk: [['Which of the three evenings do you regret?', 'None. The neighbour and I have lunch now.']],
      },
    ],
  },
];
