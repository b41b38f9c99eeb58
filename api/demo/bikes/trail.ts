import type { Rider } from './rider.ts';

export const trailRiders: readonly Rider[] = [
  {
    username: 'the-tinker',
    about: {
      discipline: 'Vintage & Restoration',
      place: ['US', 'US-MA'],
      text: 'Mountain bikes from when they were an argument. Catalogue builds, bolt by bolt.',
      link: 'https://the-tinker.example/',
    },
    bikes: [
      {
        brand: 'klein',
        model: 'Pinnacle',
        year: 1990,
        colors: ['Purple', 'Yellow / Gold'],
        nickname: 'Sherbet',
        story:
          'The paint is original and I have stopped letting people breathe near it. Welds filed by hand, cables inside the frame before anybody asked for that, and a fork as straight as an argument. I ride it once a year, on my birthday, in good weather, if invited.',
        talk: [
          ['Happy birthday in advance. Which day, and where should we stand?', 'May. Upwind.'],
          ['The welds on these ruined every other bike for me.'],
        ],
        front: 15,
        scene: 'gravelHills',
      },
      {
        brand: 'fat-city-cycles',
        model: 'Fat Chance',
        year: 1987,
        colors: ['Teal', 'Pink'],
        story:
          'Made in a former something in Somerville by people in aprons. I have put it back to the catalogue page, bolt by bolt, except for one bolt. I know which one and I am not telling.',
        talk: [
          ['Front derailleur clamp. It is always the front derailleur clamp.', 'No comment.'],
          ['The aprons show in the brazing.'],
        ],
      },
      {
        brand: 'merlin',
        model: 'Mountain',
        year: 1991,
        colors: ['Silver / Gray / Raw'],
        story:
          'Titanium, when that meant somebody had left a better-paid job. It will outlive me and it will look younger doing so. Bought from the first owner, who asked to be told where it goes. I send him a postcard a year.',
        talk: [['The postcards. I had to put the phone down for a moment.']],
      },
      {
        brand: 'cannondale',
        model: 'M900 Beast of the East',
        year: 1993,
        colors: ['Green', 'Black'],
        story:
          'High bottom bracket, fat tubes, loud paint. You can hear a pebble on this frame from the next valley. I found it under a tarpaulin with a family of mice, who have been rehoused.',
        talk: [['Rehoused where?', 'In a Klein box. They have standards.']],
      },
      {
        brand: 'bridgestone',
        model: 'XO-1',
        year: 1993,
        colors: ['Orange'],
        story:
          'Nobody knew what it was for in 1993 and everybody wants one now. Moustache bars, fast tires, a colour like a good idea. I have been offered silly money and one goat.',
        handlebarType: 'Moustache',
        talk: [
          ['The goat offer stands.', 'The goat is reconsidering.'],
          ['First time I have seen one that is not behind glass.'],
        ],
      },
      {
        brand: 'public',
        model: 'V7',
        year: 2016,
        colors: ['Blue'],
        story: 'I told this one badly. It deserves another try, with the lights on.',
        talk: [['The lights were on. It was the photographer.']],
        availability: ['Deleted'],
      },
    ],
  },
  {
    username: 'sprocketina',
    about: {
      discipline: 'Cross Country',
      place: ['CZ', 'CZ-64'],
      text: 'I race for the waffles and stay for the mud. I mend the bikes of the whole street.',
    },
    bikes: [
      {
        brand: 'specialized',
        model: 'Rockhopper Comp',
        year: 2018,
        colors: ['Red', 'Black'],
        story:
          'My first proper mountain bike, bought with the money from a car that failed its inspection. I have replaced everything that moves. My dad says it is the same bike; my dad also has an old broom.',
        talk: [['New head, new handle, same broom.']],
      },
      {
        brand: 'canyon',
        model: 'Lux World Cup CF 7',
        year: 2022,
        colors: ['White', 'Purple'],
        story:
          'A hundred millimetres each end and no patience in between. I raced it in the mud at the regionals and came fourth out of four, very cleanly. It deserves better, and says so on climbs.',
        talk: [['Fourth out of four is top five.', 'I put it exactly like that to my employer.']],
        scene: 'forest',
      },
      {
        brand: 'surly',
        model: 'Krampus',
        year: 2017,
        colors: ['Green'],
        nickname: 'Moss',
        story:
          'Three-inch tires and no suspension, like riding a very determined sofa. It goes over roots I used to go round. I camp with it and it keeps the tent up on windy nights by being heavy.',
        talk: [['A determined sofa is exactly right. Mine has cup holders.']],
      },
      {
        brand: 'why-cycles',
        model: 'S7',
        year: 2019,
        colors: ['Silver / Gray / Raw'],
        story:
          'I saved for this by not buying coffee out, then celebrated with a coffee out. Titanium feels like the trail has been read to you by someone kind.',
        talk: [['The trail, read by someone kind. I am going to lie down.']],
      },
      {
        brand: 'stanton',
        model: 'Switch9er',
        year: 2020,
        colors: ['Orange', 'Blue'],
        story:
          'Built in a valley with worse weather than mine, which I respect. Rides like a shopping list: short, clear, and nothing gets forgotten.',
        talk: [['What fork travel did you settle on?', '130. I tried 140 and became philosophical.']],
      },
    ],
  },
  {
    username: 'rune.nordvik',
    about: {
      discipline: 'Bikepacking',
      place: ['NO', 'NO-50'],
      text: 'Teacher. Four hundred winter mornings and counting; the children count the knobs.',
    },
    bikes: [
      {
        brand: 'surly',
        model: 'Pugsley',
        year: 2014,
        colors: ['Purple'],
        nickname: 'Dronning',
        story:
          'Bought the week the ferry froze in. Four hundred winter mornings to the school where I teach, and the children still count the knobs on the tires to learn big numbers. In summer it looks out of place, as I do.',
        talk: [
          ['How many knobs?', 'The record is 1,140, by a girl who would not come in for lunch.'],
          ['Does it float on fresh snow or is that only in photos?', 'At half a bar it floats. At one bar it digs.'],
        ],
        front: 7,
        scene: 'snow',
      },
      {
        brand: 'salsa',
        model: 'Beargrease',
        year: 2020,
        colors: ['Yellow / Gold', 'Black'],
        story:
          'The fast one. Fast is relative when the road is a river and the river is closed. I did the hundred kilometres to Røros on it with a thermos and a bad map, and would use the same thermos again.',
        talk: [['And the map?', 'The map stayed in Røros.']],
        scene: 'snow',
      },
      {
        brand: 'fatback',
        model: 'Skookum',
        year: 2019,
        colors: ['Teal'],
        story:
          'For the coast in November, when the sand is hard and nobody is there to ask why. Rinse with fresh water, dry, oil, repeat. I have spent more on oil than on fish, and I like fish.',
        talk: [['Salt is undefeated, but you are giving it a match.']],
      },
      {
        brand: 'trek',
        model: 'Farley 5',
        year: 2019,
        colors: ['Orange'],
        story:
          'The family bike. Everybody has ridden it, including my mother-in-law, who took it round the lake twice and asked what the difficult part was.',
        talk: [['Sign her up for the winter series.', 'She has her own number plate.']],
      },
      {
        brand: 'thorn',
        model: 'Nomad',
        year: 2012,
        colors: ['Black'],
        brakeType: 'Rim: V-Brake',
        handlebarType: 'Flat',
        story:
          'Fourteen gears in a tin and a frame like a gate. It has carried me to the North Cape and once a door. I change the oil on the same day as the clocks.',
        talk: [['A whole door?', 'With the frame. The door frame. It was a good deal.']],
      },
    ],
  },
];
