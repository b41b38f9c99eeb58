import type { Rider } from './rider.ts';

export const lowRiders: readonly Rider[] = [
  {
    username: 'recline.rosa',
    about: {
      discipline: 'Touring',
      place: ['PT', 'PT-11'],
      text: 'The doctor said: lie down. So I do, at thirty an hour.',
    },
    bikes: [
      {
        brand: 'azub',
        model: 'Six',
        year: 2015,
        colors: ['Blue'],
        story:
          'After the second slipped disc the doctor said: lie down. I asked whether I might do it at thirty kilometers an hour. He had to look it up.',
        talk: [['And the answer was in the book?', 'There was a picture. He ordered one.']],
      },
      {
        brand: 'bacchetta',
        model: 'Corsa',
        year: 2011,
        colors: ['Red', 'Black'],
        story: 'High, straight and quick, with a view into every garden on the street. I know who has tomatoes.',
        talk: [['Do not tell anybody about mine.', 'They are splendid and I was never there.']],
      },
      {
        brand: 'catrike',
        model: 'Expedition',
        year: 2018,
        colors: ['Orange'],
        story:
          'Three wheels, so that it waits for me at the lights without my help. I eat my sandwich sitting down, in traffic, like a queen.',
        talk: [['Which sandwich, your majesty?']],
      },
      {
        brand: 'cruzbike',
        model: 'S40',
        year: 2021,
        colors: ['Yellow / Gold', 'Black'],
        story:
          'The front wheel pulls and your arms argue with your legs for about a week. Then they make peace and you never want to hear of chains behind you again.',
        talk: [['Mine have been arguing for a month.', 'Feed the legs.']],
      },
      {
        brand: 'hp-velotechnik',
        model: 'Streetmachine Gte',
        year: 2008,
        colors: ['Green'],
        story:
          'It has been to Istanbul with its first owner, to the North Cape with its second, and to the allotment with me. It prefers the allotment.',
        talk: [['There is tea at the allotment.']],
      },
      {
        brand: 'hp-velotechnik',
        model: 'Gekko fx',
        year: 2019,
        colors: ['Pink'],
        story:
          'It folds in ten seconds, says the booklet. In my hall, with the dog, in the morning, it folds in ten seconds and one dog.',
        talk: [['We demand a picture of the dog.', 'He is in the second basket. You will see a tail.']],
      },
      {
        brand: 'ice',
        model: 'Sprint X',
        year: 2016,
        colors: ['Silver / Gray / Raw', 'Red'],
        story:
          'Low enough to read the undersides of buses. I can report that they are all dirty and that one says hello.',
        talk: [['Which line?', 'The 14. Every morning.']],
      },
      {
        brand: 'rans',
        model: 'V-Rex',
        year: 2001,
        colors: ['Teal'],
        story:
          'The first one that I ever saw, and then, eleven years later, the very same one, in a window, with the same scratch. I went in and said its name.',
        talk: [['Did it answer?', 'The shop did. They gave me ten percent off.']],
      },
      {
        brand: 'hp-velotechnik',
        model: 'Scorpion fs 26',
        year: 2022,
        colors: ['Brown', 'Black'],
        story:
          'For the hills behind my house, which I had only ever looked at. They are full of sheep, and the sheep had only ever looked at me.',
        talk: [['Mutual respect at last.']],
      },
      {
        brand: 'Other',
        model: 'Armchair no. 2',
        year: 2020,
        colors: ['Green', 'Yellow / Gold'],
        story:
          'Two bicycles that had been run over, each at the other end. The seat is from a canoe. Armchair no. 1 is a bench now.',
        talk: [['A very good bench.', 'It was never a good bicycle.']],
      },
    ],
  },
  {
    username: 'push.pilar',
    about: {
      discipline: 'Handcycling',
      place: ['ES', 'ES-PV'],
      text: 'Where the path stops I go on. Pine needles included.',
    },
    bikes: [
      {
        brand: 'lasher-sport',
        model: 'ATH AL',
        year: 2022,
        colors: ['Black', 'Orange'],
        story:
          'The first time that I rode where the path stops. I came home with pine needles in my hair and have not combed them all out.',
        talk: [['Leave two or three in. For luck.']],
      },
      {
        brand: 'sopur',
        model: 'Shark RT',
        year: 2014,
        colors: ['Red'],
        nickname: 'Evidence',
        story: 'Faster than my friends on the flat, and they have told me so in writing. I have framed it.',
        talk: [['We stand by what we wrote.']],
      },
      {
        brand: 'carbonbike',
        model: 'Revolution K',
        year: 2019,
        colors: ['White', 'Blue'],
        story:
          'Kneeling, so that the back works with the arms. I have shoulders now. I had them taken in at the tailor’s, and she asked what I do.',
        talk: [['And what do you do?', 'I said I row. On land.']],
      },
      {
        brand: 'invacare-top-end',
        model: 'Force NRG',
        year: 2018,
        colors: ['Silver / Gray / Raw', 'Black'],
        story: 'I time myself to the roundabout and back. The roundabout has been moved once, in my favor.',
        talk: [['By whom?', 'By the council. I sent cake.']],
      },
      {
        brand: 'schmicking',
        model: 'Ti1',
        year: 2014,
        colors: ['Silver / Gray / Raw'],
        story:
          'Older than my chair and in better shape. It has a bottle cage made of a spoon by a man in Lübeck who does not do it any more.',
        talk: [['The spoon deserves a photo of its own.']],
      },
      {
        brand: 'varna',
        model: 'Racer 27',
        year: 2009,
        colors: ['Purple'],
        story:
          'Made by a man who also made the fastest things on land without an engine. Mine is not the fastest. It has his handwriting inside the frame.',
        talk: [['That is worth a tenth of a second.', 'At least two.']],
      },
      {
        brand: 'wolturnus',
        model: 'Amasis',
        year: 2020,
        colors: ['Teal', 'Black'],
        story:
          'I lie so low that I see the road as ants do, and I have new views on paving. I have sent them to the mayor.',
        talk: [['Did the mayor answer?', 'The paving did.']],
      },
      {
        brand: 'lasher-sport',
        model: 'ATH FS',
        year: 2017,
        colors: ['Green', 'Brown'],
        story:
          'Springs at three corners and mud at all of them. The man at the trailhead said that I could not take that up there. I took his picture at the top.',
        talk: [['How did he get to the top?', 'On foot. He was quite out of breath.']],
      },
    ],
  },
];
