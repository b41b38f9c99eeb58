import type { Rider } from './rider.ts';

export const gravityRiders: readonly Rider[] = [
  {
    username: 'loam.lars',
    about: {
      discipline: 'Enduro',
      place: ['SE', 'SE-W'],
      text: 'Three laps before breakfast. The motor is for the third.',
    },
    bikes: [
      {
        brand: 'canyon',
        model: 'Neuron:ON 7',
        year: 2021,
        colors: ['Green'],
        story:
          'I said that I would only use the motor on the way up. There is a way up nearly everywhere, if you look for it.',
        talk: [['It is all uphill if you begin low enough.']],
      },
      {
        brand: 'commencal',
        model: 'Meta Power',
        year: 2020,
        colors: ['Black', 'Red'],
        story: 'Three laps before breakfast instead of one. Breakfast has grown accordingly.',
        talk: [['Same bike, same breakfast.', 'Then you know about the second egg.']],
      },
      {
        brand: 'trek',
        model: 'Fuel EXe 9.7',
        year: 2023,
        colors: ['Blue', 'Orange'],
        story: 'My brother-in-law sold it to me because it was too fast for him uphill. He meant the conversation.',
        talk: [['Family rides are endurance sport.']],
      },
      {
        brand: 'ibis',
        model: 'Oso',
        year: 2023,
        colors: ['Purple'],
        nickname: 'Ursula',
        story: 'The bear is on the head tube and so am I, mostly, on the way down. I have named the battery Honey.',
        talk: [['How long does Honey last?', 'Two climbs and a regret.']],
      },
      {
        brand: 'pivot',
        model: 'Shuttle LT',
        year: 2022,
        colors: ['Teal', 'Black'],
        story:
          'It replaced the van. The van was cheaper, but nobody ever asked me at a traffic light how much travel the van had.',
        talk: [['How much travel did the van have?', 'Enough. It had no floor.']],
      },
      {
        brand: 'whyte',
        model: 'E-180',
        year: 2021,
        colors: ['Orange'],
        story: 'Built for the steepest wood in Wales, ridden in the second steepest. I am working up to it.',
        talk: [['The steepest is only steep at the top.', 'That is what the tree said.']],
      },
      {
        brand: 'yeti',
        model: '160E',
        year: 2022,
        colors: ['Teal'],
        story:
          'Everything I know about the linkage I learned from a diagram on a napkin. I have kept the napkin. It is in the frame bag.',
        talk: [['Scan the napkin.']],
      },
      {
        brand: 'cotic',
        model: 'RocketMAX',
        year: 2019,
        colors: ['Silver / Gray / Raw', 'Orange'],
        story:
          'Steel tubes thinner than my patience and a good deal stronger. It hums when it lands. I have started to hum back.',
        talk: [['In which key?', 'Whatever the rocks are in.']],
        more: { frameMaterialNote: 'Reynolds 853 DZB' },
      },
    ],
  },
  {
    username: 'jib.jules',
    about: { discipline: 'Freeride', place: ['CA', 'CA-QC'], text: 'Spots, and the riding between them.' },
    bikes: [
      {
        brand: 'evil',
        model: 'Faction',
        year: 2016,
        colors: ['Black', 'Green'],
        story:
          'The spots are far apart here, so it is ridden between them too, standing, like a scooter with opinions.',
        talk: [['Scooters have opinions and small wheels.']],
      },
      {
        brand: 'commencal',
        model: 'Absolut',
        year: 2019,
        colors: ['Yellow / Gold'],
        story:
          'A frame, two wheels and a promise to my mother. I have kept the promise on this one, if sideways counts.',
        talk: [['What did you promise?', 'To land on the same side as I left.']],
      },
      {
        brand: 'all-city',
        model: 'Dropout',
        year: 2012,
        colors: ['White', 'Blue'],
        story:
          'From the year when everybody thought that fixed gears and ramps belonged together. They did not. It is lovely all the same.',
        talk: [['I broke two of these and miss both.']],
      },
      {
        brand: 'gt',
        model: 'Performer',
        year: 2022,
        colors: ['Red'],
        story:
          'The newest thing in my shed, so it lives furthest from the door. I have painted a line on the floor which the spade must not cross.',
        talk: [['Respect the line.']],
      },
      {
        brand: 'kona',
        model: 'Stinky',
        year: 2005,
        colors: ['Orange', 'Black'],
        nickname: 'Rex',
        story:
          'Twenty years of drops and one of them was on purpose. It weighs as much as a dog and is as glad to be let out.',
        talk: [['Which breed?', 'Wet Labrador.']],
      },
      {
        brand: 'santa-cruz',
        model: 'Super 8',
        year: 2002,
        colors: ['Purple', 'Yellow / Gold'],
        story:
          'I cut its picture out of a magazine at fourteen and bought it at thirty-six from a man who had done the same and then grown up.',
        talk: [['Nobody who owned a Super 8 grew up.']],
      },
      {
        brand: 'norco',
        model: 'Truax',
        year: 2008,
        colors: ['Green', 'Black'],
        story:
          'The dropper post is a quick release and a strong thumb. The chain guide is a hope. It has never let me down further than I deserved.',
        talk: [['A hope and a zip tie, surely.', 'Two zip ties. I race.']],
      },
      {
        brand: 'canyon',
        model: 'Sender CFR',
        year: 2022,
        colors: ['Blue'],
        story:
          'I won it. I filled in a card at a film evening and forgot about it, and then a box came that did not fit through the door.',
        talk: [['What was the film?', 'Something about bicycles. I was at the bar.']],
      },
      {
        brand: 'mondraker',
        model: 'Summum Carbon',
        year: 2020,
        colors: ['Black', 'Orange'],
        story: 'Long in front, short behind, and always a little ahead of me. We meet at the bottom and discuss it.',
        talk: [['It was right again, was it not.', 'It will not stop being right.']],
      },
      {
        brand: 'nicolai',
        model: 'Ion GPI',
        year: 2021,
        colors: ['Silver / Gray / Raw', 'Green'],
        story:
          'A gearbox where others have a derailleur, and welds that my uncle, who welds, touched without speaking. Then he asked to sit on it.',
        talk: [['The highest praise an uncle has.']],
      },
      {
        brand: 'yt-industries',
        model: 'Tues Core 3',
        year: 2021,
        colors: ['Red', 'Black'],
        story:
          'It was the one that I could pay. Then I found out that it was also the one that I wanted, which has never happened to me before.',
        talk: [['Frame it. The moment, I mean.']],
      },
      {
        brand: 'turner',
        model: 'DHR',
        year: 2007,
        colors: ['White'],
        story:
          'The paint is the color of a wedding and the scratches are from one. Do not lend your bike to a best man.',
        talk: [['I was the best man. It was a very good speech.', 'It was a very short run-out.']],
      },
      {
        brand: 'gt',
        model: 'Lobo',
        year: 1999,
        colors: ['Yellow / Gold', 'Blue'],
        story:
          'It was the future for one summer. I ride it at the end of each season, slowly, past people who were not born then, and they ask who makes it.',
        talk: [['They should make it again.', 'They should make us again.']],
        yearCirca: true,
      },
      {
        brand: 'specialized',
        model: 'Demo Race',
        year: 2022,
        colors: ['Pink', 'Black'],
        story:
          'Sold as a frame with somebody else’s stickers. I left them on. I have been called Matteo all year and answer to it.',
        talk: [['Ciao, Matteo.']],
        more: { ownership: 'Sold' },
      },
    ],
  },
];
