import type { Rider } from './rider.ts';

export const roadRiders: readonly Rider[] = [
  {
    username: 'carbon.copy',
    about: {
      discipline: 'Road',
      place: ['ES', 'ES-CT'],
      text: 'Climbs within sixty kilometres, sorted by gradient. My bikes are lighter than my breakfast.',
    },
    bikes: [
      {
        brand: 'cervelo',
        model: 'R5',
        year: 2021,
        colors: ['White', 'Red'],
        story:
          'Seven kilograms with bottles, five of them the bottles. I know every climb within sixty kilometres by gradient and none of them by name. It has made me slightly faster and considerably more boring at dinner.',
        talk: [['We noticed at dinner.', 'You asked what a compact was.', 'I meant the car.']],
      },
      {
        brand: 'pinarello',
        model: 'Dogma F8',
        year: 2016,
        colors: ['Black', 'Red'],
        story:
          'The fork looks like it is about to say something. Bought second-hand from a man whose knees had opinions. It has not been out in the rain, and I would like that to remain between us.',
        talk: [['It rained on the Thursday ride in May. I was there.', 'That was mist.']],
      },
      {
        brand: 'time',
        model: "Alpe d'Huez 01",
        year: 2020,
        colors: ['Blue'],
        nickname: 'Hairpin',
        story:
          'Woven in France, or so says a sticker that I have not removed in case it is structural. I took it up the mountain it is named after and it was fine. I lay down for a while.',
        talk: [['How many hairpins before the lying down?', 'Twenty-one. They number them, which is unkind.']],
        front: 11,
        scene: 'avenue',
      },
      {
        brand: 'factor',
        model: 'Ostro VAM',
        year: 2022,
        colors: ['Pink', 'Black'],
        story:
          'My club kit is grey, so the bike has to do the talking. The paint is called something ridiculous and the invoice just says pink. On the flat it makes a noise like a page being turned.',
        talk: [
          ['A page being turned is the best description of deep rims I have read.'],
          ['What does the invoice say about the tape?', 'Black. The invoice is a blunt document.'],
        ],
        front: 18,
        scene: 'coast',
      },
      {
        brand: 'colnago',
        model: 'C64',
        year: 2019,
        colors: ['Silver / Gray / Raw', 'Blue'],
        story:
          'Lugs, but in carbon, for people who cannot let go. I had it made one size smaller than the last one and one size more honest.',
        talk: [['One size more honest is where my next bike is going too.']],
      },
      {
        brand: 'motobecane',
        model: 'Grand Record',
        year: 1974,
        colors: ['Black', 'Red'],
        story:
          'Bought by my father with his first wages and hung up by my mother with her first child. I am the second. I took it down.',
        talk: [['What did your mother say?', 'She asked whether the lights work.']],
        yearCirca: true,
        more: { buildState: 'Restoration', frameMaterialNote: 'Reynolds 531' },
      },
    ],
  },
  {
    username: 'kilo_kate',
    about: {
      discipline: 'Track',
      place: ['GB', 'GB-MAN'],
      text: 'Left turns only. Sprint, keirin, and an awful lot of waiting around on a folding chair.',
    },
    bikes: [
      {
        brand: 'look',
        model: '875 Madison',
        year: 2019,
        colors: ['Yellow / Gold', 'Black'],
        nickname: 'Hornet',
        story:
          'Two hundred and fifty metres at a time, always to the left. It has never been outdoors except in the car park, where it looked embarrassed. The gear is one I can turn and the chain is one I bought twice.',
        talk: [['Do you get dizzy or is that only spectators?', 'Only on roundabouts, on the way home.']],
        scene: 'velodrome',
      },
      {
        brand: 'dolan',
        model: 'Pre Cursa',
        year: 2015,
        colors: ['Red'],
        story:
          'The bike everybody starts on and half of us keep. It has been crashed twice, both times by me, both times politely. The bars are bent the width of a coin and I have grown to match.',
        talk: [['Half of us keep it. Mine hangs over the workbench like an ancestor.']],
      },
      {
        brand: 'argon-18',
        model: 'Electron Pro',
        year: 2021,
        colors: ['Black', 'White'],
        story:
          'A bike for going extremely fast for a little under four minutes. Assembly takes longer. I am told it saves eleven watts, which is about what I spend on worrying.',
        talk: [
          ['Eleven watts of worry is elite.'],
          ['Do you remove the bars for travel?', 'I remove everything for travel. It arrives as a rumour.'],
        ],
      },
      {
        brand: 'specialized',
        model: 'Allez Sprint',
        year: 2020,
        colors: ['Orange', 'Black'],
        story:
          'Aluminum, stiff, cheap to crash, so naturally I have not crashed it. Crit bike on Tuesdays, bread bike on Saturdays. It takes corners the way other people take offence.',
        talk: [['Taking corners like offence. Saving that for the start line.']],
      },
      {
        brand: 'cinelli',
        model: 'Vigorelli',
        year: 2018,
        colors: ['Teal', 'Pink'],
        brakeType: 'Rim: Dual-Pivot / Caliper',
        story:
          'Street geometry would have been the sensible choice, and the sensible choice came in beige. I ride it on the road with one brake and good insurance. Children point at it, correctly.',
        talk: [['The pointing is the review.'], ['What gear on the road?', '48x17, because of the bridge.']],
      },
    ],
  },
  {
    username: 'tri.again',
    about: {
      discipline: 'Triathlon',
      place: ['AU', 'AU-QLD'],
      text: 'Nineteenth four times. The bike is never the reason.',
    },
    bikes: [
      {
        brand: 'canyon',
        model: 'Speedmax CF 7',
        year: 2022,
        colors: ['White', 'Blue'],
        story:
          'It is faster than me in every discipline, including the swim, where at least it stays dry. I have finished nineteenth four times on it and consider that a signature. The cup holder for gels is the best-designed object I own.',
        talk: [['Nineteenth is a habit now. Embroider it.', 'It is already on the towel.']],
        front: 5,
        scene: 'studio',
      },
      {
        brand: 'quintana-roo',
        model: 'Superform',
        year: 1992,
        colors: ['Pink', 'Yellow / Gold'],
        nickname: 'Bubblegum',
        story:
          'The first production triathlon bike, in the colours of the era, which were all of them. I bought it for the wheels and kept it for the looks I get at transition. Nobody has ever stolen my spot next to it.',
        talk: [['I can hear the synthesizers.'], ['650C wheels are back any day now.', 'I have said that since 1996.']],
      },
      {
        brand: 'cervelo',
        model: 'P2',
        year: 2013,
        colors: ['Black', 'Yellow / Gold'],
        story:
          'The sensible used choice, recommended by eleven strangers on a forum, nine of whom were right. The bars have been moved four centimetres in four years, always back.',
        talk: [['I was one of the other two. I stand by it.', 'The forum never forgets.']],
      },
      {
        brand: 'litespeed',
        model: 'Blade',
        year: 2001,
        colors: ['Silver / Gray / Raw'],
        story:
          'Titanium bent into the shape of a wing by people who could have been building aircraft and occasionally were. It does not rust, fade or care. I polish it with dish soap and envy.',
        talk: [['That seat tube should be in a museum, and the museum should be ridden.']],
      },
      {
        brand: 'giant',
        model: 'Explore E+ 2',
        year: 2020,
        colors: ['Green', 'White'],
        story:
          'What I ride when nobody is timing. It has a bell, a bottle and a bag for wet swimming things. I have set three unofficial records on it, all involving traffic lights.',
        talk: [['The wet swimming bag explains the smell at the coffee stop.', 'That was the coffee.']],
      },
    ],
  },
];
