import type { Rider } from './rider.ts';

export const fixedRiders: readonly Rider[] = [
  {
    username: 'fixie.hanako',
    about: {
      discipline: 'Fixed Gear',
      place: ['JP', 'JP-13'],
      text: 'NJS frames and the men who raced them. I read head badges the way others read menus.',
    },
    bikes: [
      {
        brand: 'nagasawa',
        model: 'Special NJS',
        year: 1994,
        colors: ['Pink'],
        brakeType: 'Rim: Dual-Pivot / Caliper',
        story:
          'Raced for eleven seasons at Tachikawa by a man I only know by his number. The paint has been touched up with nail varnish, beautifully, in three places. I ride it with brakes and with respect.',
        talk: [
          ['Which shade of nail varnish? Asking for a frame.', 'Peony. It took four department stores.'],
          ['The proportions on these are why I draw bikes.'],
        ],
        front: 3,
        scene: 'velodrome',
      },
      {
        brand: 'kalavinka',
        model: 'NJS Pista',
        year: 2003,
        colors: ['Green', 'Yellow / Gold'],
        nickname: 'Songbird',
        story:
          'Named after a bird that sings inside the egg. The head badge is small and made of brass, and I once missed a train looking at it. No regrets; it was a local train.',
        talk: [['There is always another train. There is not always another Kalavinka.']],
      },
      {
        brand: '3rensho',
        model: 'Moduleo',
        year: null,
        colors: ['White', 'Blue'],
        story:
          'The seat tube is shaped as if it had been squeezed by someone in a hurry to get to the next corner. I found it in Osaka, hanging in a noodle bar, and paid with money and a promise to come back for noodles.',
        talk: [['And the noodles?', 'Twice a year. The promise did not include the train fare.']],
      },
      {
        brand: 'panasonic',
        model: 'NJS Pista',
        year: 2006,
        colors: ['Red', 'Silver / Gray / Raw'],
        story:
          'The company that makes my rice cooker also made this, to the same standard. Both have one speed. Both have never let me down.',
        talk: [['Which has the better keep-warm function?', 'The rice cooker, narrowly.']],
      },
      {
        brand: 'cinelli',
        model: 'Gazzetta',
        year: 2013,
        colors: ['Orange'],
        story:
          'My everyday one. Cherry blossom stains, coffee stains, a sticker from a shop that closed. The lock weighs more than the frame and has more scratches.',
        talk: [['A bike with stains is a bike with friends.']],
      },
    ],
  },
  {
    username: 'courier42',
    about: { discipline: 'Messenger', place: ['US', 'US-NY'], text: 'Forty thousand red lights. I stopped at some.' },
    bikes: [
      {
        brand: 'surly',
        model: 'Steamroller',
        year: 2012,
        colors: ['Yellow / Gold'],
        nickname: 'Custard',
        story:
          'Six years of envelopes. The city got faster, the envelopes got fewer, the frame stayed the same. I counted once: forty thousand red lights, and I stopped at nearly all of them, officer.',
        talk: [
          ['Nearly all of them, officer.', 'I see my reputation has arrived before me.'],
          ['What tire survives six years of glass?', 'None. The trick is liking the shop.'],
        ],
        front: 9,
        scene: 'night',
      },
      {
        brand: 'affinity',
        model: 'Metropolitan',
        year: 2010,
        colors: ['Teal'],
        story:
          'From a winter in Brooklyn when I had two jobs and one pair of gloves. It still has the hub I built drunk and trued sober.',
        talk: [['Better than the other way round.']],
      },
      {
        brand: 'fuji',
        model: 'Feather',
        year: 2014,
        colors: ['Purple', 'Silver / Gray / Raw'],
        story:
          'The loan bike for new riders. It has taught nine people to skid and one that skidding is a choice. Every one of them brought it back cleaner than I gave it.',
        talk: [['I am number seven. I still do not skid.', 'You were my favourite.']],
      },
      {
        brand: 'trek',
        model: 'District',
        year: 2010,
        colors: ['Silver / Gray / Raw', 'Orange'],
        story:
          'Belt, one gear, no oil on anybody’s trousers. I bought it when I got an office job. The office job ended; the clean trousers stayed.',
        talk: [['The belt outlived the job. Somebody tell the consultants.']],
      },
      {
        brand: 'Other',
        model: 'Bridge build',
        year: 2018,
        colors: ['Brown', 'Silver / Gray / Raw'],
        nickname: 'Thursday',
        story:
          'I took a frame-building class under a railway bridge, Thursdays at seven. The instructor said the joints would hold and I have been checking ever since. Nothing about it is straight except how it rides.',
        talk: [
          [
            'Nothing straight except how it rides. That is the whole craft.',
            'My instructor said the same, but with a sigh.',
          ],
          ['You made this. With your hands. I cannot get over that.'],
        ],
      },
      {
        brand: 'linus',
        model: 'Roadster Classic',
        year: 2011,
        colors: ['Silver / Gray / Raw'],
        story: 'A loan from the shop while mine was in pieces. It has gone back, and so has the nice feeling.',
        talk: [['You looked very upright on it.']],
        availability: ['Deleted'],
      },
    ],
  },
  {
    username: 'volt_valerie',
    about: {
      discipline: 'Commuting',
      place: ['CH', 'CH-ZH'],
      text: 'I live on top of a hill, and now I go home for lunch.',
    },
    bikes: [
      {
        brand: 'riese-and-muller',
        model: 'Nevo3 GT vario',
        year: 2021,
        colors: ['White'],
        brakeType: 'Hydraulic Disc',
        story:
          'I live on top of a hill that has a name and a reputation. Since this bike I have been home for lunch eleven times. The neighbours have started to ask whether everything is all right.',
        talk: [
          ['Is everything all right?', 'It is soup on Tuesdays. Come up.', 'On what?', 'You may borrow the other one.'],
        ],
        front: 17,
        scene: 'canal',
      },
      {
        brand: 'gazelle',
        model: 'CityZen C8 HMB',
        year: 2019,
        colors: ['Red'],
        story:
          'The commuter. Twenty-two kilometres, thirty-nine minutes, one drawbridge that decides the rest. I keep a paperback in the bag for the bridge. I am on my fourth novel.',
        talk: [['Does the bridge keeper know about the novels?', 'She recommends them.']],
      },
      {
        brand: 'cowboy',
        model: '3',
        year: 2020,
        colors: ['Black'],
        story:
          'No gears, no buttons, no lights to forget. It knows how hard I push and is tactful about it. Once it updated itself at a red light and I had to stand there like a person with a horse.',
        talk: [
          ['A person with a horse! At least it did not need hay.'],
          ['Belt still quiet after the winter?', 'Quieter than my neighbour. Slower to complain, too.'],
        ],
      },
      {
        brand: 'trek',
        model: 'Rail 9.7',
        year: 2021,
        colors: ['Blue', 'Black'],
        story:
          'For Sundays with people half my age. I get to the top first, sit on a rock and look tired. They have not worked it out.',
        talk: [['We have worked it out.', 'Then who brings the sandwiches?', 'We have not worked it out.']],
      },
      {
        brand: 'lemond',
        model: 'Prolog',
        year: 2022,
        colors: ['Teal', 'White'],
        story:
          'Carbon, twelve kilograms, and people ask where the battery is. In the frame, with my pride. It turned the headwind on the dyke into a topic rather than a fact.',
        talk: [['The headwind as a topic. I ride that dyke. It is always a fact.']],
      },
    ],
  },
];
