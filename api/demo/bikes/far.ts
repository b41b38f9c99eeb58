import { southStory } from './long-story.ts';
import type { Rider } from './rider.ts';
import { herrLehmann } from './world-tour.ts';

export const farRiders: readonly Rider[] = [
  {
    username: 'tobi_kettenblatt',
    about: {
      discipline: 'Touring',
      place: ['DE', 'DE-BW'],
      text: 'Forty-one countries, seven chains. I answer questions about visas, racks and soup.',
      link: 'https://kettenblatt.example/laender',
    },
    bikes: [
      {
        brand: 'koga',
        model: 'WorldTraveller',
        year: 2011,
        colors: ['Blue'],
        handlebarType: 'Butterfly / Trekking',
        brakeType: 'Rim: V-Brake',
        nickname: 'Herr Lehmann',
        story:
          'Forty-one countries, seven chains, one marriage, in that order. The frame number is on a form in a police station in Samarkand, where they also signed my helmet. It is overbuilt in every way I have since needed.',
        talk: [
          ['Why were you in a police station in Samarkand?', 'Registration. And then tea. Mostly tea.'],
          ['What failed in all that time?', 'One freewheel, in Georgia, in front of a bicycle shop.'],
          ...herrLehmann.guesses,
        ],
        history: herrLehmann.days,
        journey: herrLehmann.journey,
        scene: 'gravelHills',
      },
      {
        brand: 'tout-terrain',
        model: 'Outback Xplore',
        year: 2020,
        colors: ['Green'],
        handlebarType: 'Flat',
        story:
          'Gears in a sealed box, a rack that is part of the frame and a charger for the phone I am trying to forget. I read the manual for fun. It is a very good manual.',
        talk: [['Page?', '34. The diagram of the input shaft. I will not spoil it.']],
      },
      {
        brand: 'vsf-fahrradmanufaktur',
        model: 'TX-400',
        year: 2014,
        colors: ['Black'],
        handlebarType: 'Flat',
        story:
          'My wife’s, officially. I maintain it and am allowed to ride it to the bottle bank. She has overtaken me on it in four time zones.',
        talk: [['Which four?', 'She says five. I was asleep on the ferry.']],
      },
      {
        brand: 'cube',
        model: 'Travel SL',
        year: 2018,
        colors: ['Orange', 'Black'],
        handlebarType: 'Flat',
        story:
          'The belt bike for work. I have stopped carrying a cloth, oil and an excuse. On the way home I take the long way round the airport, because planes look slow from there.',
        talk: [['Planes look slow from there. I know the bench.', 'There is a bench?']],
      },
      {
        brand: 'dawes',
        model: 'Galaxy',
        year: 1999,
        colors: ['Green'],
        story:
          'Bought in England without a word of German in the manual, which is how I learned what a bottom bracket is called. Rides like a good sentence: subject, verb, pub.',
        talk: [['As an Englishman, that is the correct word order.']],
        front: 21,
        scene: 'beach',
      },
      {
        brand: 'fat-city-cycles',
        model: 'Yo Eddy!',
        year: 1993,
        colors: ['Purple', 'Green'],
        story:
          'It was in the basement of a house that a friend bought. He called me and said only the name. I was there before the notary.',
        talk: [['Please never repaint it.', 'I have never even washed the fork.']],
      },
    ],
  },
  {
    username: 'slow.and.steady',
    about: { discipline: 'Touring', place: ['DK', 'DK-83'], text: 'Recumbents, trikes and the long way round.' },
    bikes: [
      {
        brand: 'bacchetta',
        model: 'Corsa',
        year: 2009,
        colors: ['Red'],
        story:
          'Yes, it is comfortable. Yes, you can see over cars, if the cars are low. No, I do not get blown about, I get pointed at. I started riding one after my back surgeon drew me a picture of one.',
        talk: [
          ['Hills?', 'I see more of the sky on those.'],
          ['Your surgeon sounds like somebody we should invite.', 'He rides a trike.'],
        ],
        front: 20,
        scene: 'avenue',
      },
      {
        brand: 'ice',
        model: 'Sprint X',
        year: 2016,
        colors: ['Yellow / Gold'],
        nickname: 'Bumblebee',
        handlebarType: 'Under-Seat (recumbent)',
        story:
          'Three wheels and a chair. I have never once unclipped at a traffic light. Dogs regard it as one of their own.',
        talk: [['Dogs regard it as one of their own. My dog confirms.']],
      },
      {
        brand: 'azub',
        model: 'Six',
        year: 2013,
        colors: ['Blue'],
        story:
          'For touring lying down. It carries four bags and me, and downhill it carries us all rather quickly. I have slept in the seat, parked, twice, on purpose.',
        talk: [['On purpose both times?', 'The second time was also a level crossing.']],
      },
      {
        brand: 'surly',
        model: 'Long Haul Trucker',
        year: 2010,
        colors: ['Green'],
        brakeType: 'Rim: Cantilever',
        story: southStory,
        talk: [['Did the vet true the wheel?', 'He held it still and spoke to it.']],
      },
      {
        brand: 'schwinn',
        model: 'Le Tour',
        year: null,
        colors: ['Orange'],
        brakeType: 'Rim: Dual-Pivot / Caliper',
        story:
          'My father’s, from some year he never told the same way twice. Restored slowly with a toothbrush and a radio. The decals are the only thing I bought new, and I regret how clean they are.',
        talk: [['Leave it outside the bakery for a week. The decals will understand.', 'Trying that from Monday.']],
      },
      {
        brand: 'bombtrack',
        model: 'Beyond 2',
        year: 2019,
        colors: ['Teal'],
        story: 'Lent to a friend for a weekend in 2019. The postcards are lovely.',
        talk: [['I recognize this bike from a postcard.']],
        availability: ['Flagged', 'Members say that this bike is shown here twice.'],
      },
    ],
  },
  {
    username: 'hands.on.hugo',
    about: {
      discipline: 'Handcycling',
      place: ['AT', 'AT-7'],
      text: 'Arms do the work here. Road races in spring, forest tracks all summer.',
    },
    bikes: [
      {
        brand: 'carbonbike',
        model: 'Revolution R1',
        year: 2020,
        colors: ['Red', 'Black'],
        nickname: 'Low rider',
        story:
          'Thirty centimetres off the ground and everything looks like speed. My arms got a marathon under 1:15 in it, the rest of me came along. Drivers see the flag first, then the grin.',
        talk: [
          ['Under 1:15! What gearing for the flats?', '52x11 and a podcast.'],
          ['The grin is visible in the photo and you are not even in it.'],
        ],
        more: { chainrings: '52/36' },
      },
      {
        brand: 'lasher-sport',
        model: 'ATH FS',
        year: 2018,
        colors: ['Green'],
        story:
          'For the forest. Two wheels in front, suspension all round and a winch point that I have needed once and been teased about ever since. It goes where walkers say I cannot and where I agree with them afterwards.',
        talk: [['The winch story, please.', 'There was a stream. Then I was the stream.']],
      },
      {
        brand: 'schmicking',
        model: 'Ti1',
        year: 2015,
        colors: ['Silver / Gray / Raw'],
        story:
          'Titanium, made to my measurements, of which there are more than you would think. I have had it for ten thousand kilometres and it has had me for one collarbone, which was not its fault.',
        talk: [['Whose fault?', 'A pigeon. It was not sorry.']],
      },
      {
        brand: 'invacare-top-end',
        model: 'Force RX',
        year: 2014,
        colors: ['Blue', 'White'],
        story:
          'The first one that fitted. I learned on it, fell out of it, raced it and passed it on to the club, where it is on its third beginner. They all come back with the same face.',
        talk: [['I was the second beginner. It is a very specific face.', 'You still have it.']],
      },
      {
        brand: 'Other',
        model: 'Attachment no. 3',
        year: 2022,
        colors: ['Orange'],
        story:
          'My brother-in-law welds gates. Numbers one and two were gates. This one steers, brakes and fits through the door of the pub, which was the specification.',
        talk: [['Numbers one and two were gates. I have tears.', 'They were good gates.']],
      },
    ],
  },
];
