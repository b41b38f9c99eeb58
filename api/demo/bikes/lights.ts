import type { Rider } from './rider.ts';

export const lightsRiders: readonly Rider[] = [
  {
    username: 'alleycat.amy',
    about: {
      discipline: 'Fixed Gear',
      place: ['US', 'US-IL'],
      text: 'Ninth at everything. I keep the stamps, the spoke cards and the sock.',
    },
    bikes: [
      {
        brand: 'fuji',
        model: 'Feather',
        year: 2015,
        colors: ['Silver / Gray / Raw', 'Blue'],
        story: 'Checkpoint four was a laundromat and the stamp was a sock. I still have the sock. I came ninth.',
        talk: [['Ninth of how many?', 'Of nine. One did not start.']],
      },
      {
        brand: 'state-bicycle-co',
        model: '4130',
        year: 2019,
        colors: ['Orange'],
        story:
          'I assembled it on the kitchen floor from a box, with a video and a butter knife. The butter knife has not been the same.',
        talk: [['And the bike?', 'Better than the toast.']],
        more: { ownership: 'Stolen', registryUrl: 'https://bikeindex.org/' },
      },
      {
        brand: 'se-bikes',
        model: 'Lager',
        year: 2014,
        colors: ['Yellow / Gold'],
        story:
          'The color of its name and as easy to like. It was my brother’s; he left it with me when he moved to a place with hills.',
        talk: [['Tell him there are gears.', 'He found out. He will not give those back either.']],
      },
      {
        brand: 'wabi',
        model: 'Lightning SE',
        year: 2017,
        colors: ['Red', 'White'],
        story: 'Light, plain, and with a bell from a shop that closed the next day. I like to think that I rang it in.',
        talk: [['Or out.']],
      },
      {
        brand: 'masi',
        model: 'Speciale Fixed',
        year: 2012,
        colors: ['Teal'],
        story: 'For weddings and coffee. It has never been ridden in a hurry, except once, to a wedding, from coffee.',
        talk: [['Were you in time?', 'I was the one with the rings. They waited.']],
      },
      {
        brand: 'kona',
        model: 'Paddy Wagon',
        year: 2011,
        colors: ['Green', 'Black'],
        story: 'Fenders in winter, none in summer, fixed on one side and free on the other, like a good holiday.',
        talk: [['Which side is on now?', 'It is raining. Guess.']],
      },
      {
        brand: 'dolan',
        model: 'Pre Cursa',
        year: 2018,
        colors: ['Blue', 'Yellow / Gold'],
        story:
          'The club has thirty of these. Mine is number nineteen, which I bought when it was taken out of service, because we had learned to corner together.',
        talk: [['Nineteen! I learned on nineteen!', 'Then you know about the noise on the back straight.']],
      },
      {
        brand: 'all-city',
        model: 'Big Block',
        year: 2016,
        colors: ['Purple', 'Orange'],
        story: 'Street in the week, track on Thursdays, with a wheel change in the car park and a sandwich in between.',
        talk: [['The sandwich is the transition.']],
      },
      {
        brand: 'look',
        model: '875 Madison',
        year: 2019,
        colors: ['Black'],
        story: 'Bought used from a rider who had signed the inside of the chainstay, where nobody looks. I looked.',
        talk: [['What does it say?', 'It says: faster.']],
      },
      {
        brand: 'leader',
        model: '735TR',
        year: 2014,
        colors: ['White'],
        story:
          'It weighs more than it looks and goes faster than it should. I have ridden it up every parking garage in the city that lets me, and one that did not.',
        talk: [['I believe I was working that evening.', 'You were very kind about it.']],
      },
    ],
  },
  {
    username: 'hybrid.hal',
    about: {
      discipline: 'Recreational',
      place: ['NZ', 'NZ-WGN'],
      text: 'Took it up at sixty-one. I wave at everybody.',
    },
    bikes: [
      {
        brand: 'cannondale',
        model: 'Quick 4',
        year: 2018,
        colors: ['Green', 'White'],
        story:
          'I am sixty-one and this is my first new bicycle. The young man asked what I would use it for. I said: everything. He wrote down: fitness.',
        talk: [['Everything is a good discipline.']],
      },
      {
        brand: 'boardman',
        model: 'HYB 8.6',
        year: 2019,
        colors: ['Black', 'Blue'],
        story:
          'Fast enough for the lights, upright enough to see who has got there first. It is usually the woman with the cello.',
        talk: [['I am the woman with the cello.', 'Madam, how do you do it?']],
      },
      {
        brand: 'decathlon',
        model: 'Riverside 500',
        year: 2021,
        colors: ['Orange'],
        story:
          'There is a lock in the fork, of which my grandson says that it is for the hills and I say that it is for him. He locks it. We go up.',
        talk: [['A good arrangement.']],
      },
      {
        brand: 'scott',
        model: 'Sub Cross 40',
        year: 2014,
        colors: ['Silver / Gray / Raw', 'Yellow / Gold'],
        story: 'It has seen every towpath between two cathedrals and one of the canals from below. It dries well.',
        talk: [['From below?', 'There was a duck. I gave way.']],
      },
      {
        brand: 'fuji',
        model: 'Absolute 1.9',
        year: 2016,
        colors: ['Red'],
        story:
          'Ten years of library books in the left bag and their weight in apples in the right. It leans a little when the apples are in season.',
        talk: [['Balance it with a dictionary.']],
      },
      {
        brand: 'giant',
        model: 'Escape 3',
        year: 2012,
        colors: ['Purple', 'Black'],
        story:
          'The one that got me through the divorce: an hour every evening, always to the same bench. I have a better bench now, and somebody on it.',
        talk: [['This is the nicest thing I have read here.', 'Come by. It is a long bench.']],
        more: { ownership: 'Retired' },
      },
      {
        brand: 'jamis',
        model: 'Coda',
        year: 2001,
        colors: ['Blue', 'White'],
        story:
          'Steel, from the year when I was told that I ought to move more. I have. It is on its fifth saddle and I am on my second hip.',
        talk: [['May both last.']],
      },
      {
        brand: 'Other',
        model: 'Allotment special',
        year: null,
        colors: ['Brown'],
        story:
          'Three bicycles went in at the top of a skip and this came out at the bottom. It goes to the compost and back and never complains of the smell.',
        talk: [['What are the three?', 'A Dutch one, a folding one and a mystery.']],
        more: { buildState: 'Project (in progress)' },
      },
    ],
  },
];
