import type { BikeFields } from '../describe-bike.ts';
import type { Chat } from './chat.ts';

// Bikes with a standover height.
const isUpright = (bike: BikeFields): boolean => bike.category !== 'Handbike' && bike.category !== 'Recumbent';

export const generalChats: readonly Chat[] = [
  { lines: ['The {color} looks even better in the second photo.'] },
  { lines: ['Came for the photo, stayed for the story.'] },
  { lines: ['This is the tidiest {model} on here.', 'You have not seen the other side of the garage.'] },
  { lines: ['What size is this, if you do not mind?', 'One smaller than I told everybody for years.'] },
  { lines: ['Proportions spot on. Who did the fit?', 'A friend with a plumb line and no patience.'] },
  { lines: ['Saved this for the next time somebody says bikes all look the same.'] },
  { lines: ['I read the story out loud at breakfast. There was laughing.'] },
  { lines: ['Everything lines up. Valve, label, bottle. I see you.', 'Thank you for noticing. Nobody at home does.'] },
  { lines: ['How is it after a long day?', 'Better than me, consistently.'] },
  { lines: ['You have convinced me to wash mine.'] },
  { lines: ['Would you buy it again?', 'Tomorrow. In the same {color}.'] },
  { lines: ['That is a lot of character for one photo.'] },
  { lines: ['More like this, please.'] },
  {
    lines: [
      'Where was the first picture taken? The light is lovely.',
      'Ten minutes from home. I waited for the cloud to move.',
    ],
  },
  { lines: ['I had to look up the {model} after this. There go my evenings.'] },
  { lines: ['Clean build. Nothing on it that does not need to be.'] },
  {
    fits: isUpright,
    lines: ['The kind of bike you turn round to look at after locking it.', 'I have walked into a bollard doing that.'],
  },
  { lines: ['Have you weighed it?', 'Once. We agreed not to discuss it.'] },
  { lines: ['Cable lengths: perfect. I notice these things and I am not sorry.'] },
  { lines: ['Liked it before I read a word. Liked it more after.'] },
  { lines: ['How long did the build take?', 'Two weekends and a winter of looking at it.'] },
  { lines: ['You ride this in all weathers?', 'I ride it in all weathers that are dry.'] },
  { lines: ['My neighbor has the same one and it has never looked like this.'] },
  { lines: ['Good to see a {brand} that gets used.'] },
  { lines: ['The details photo is worth the click.'] },
  {
    fits: isUpright,
    lines: ['That saddle height tells me you have long legs or great faith.', 'Both, on different days.'],
  },
  { lines: ['I keep coming back to this one.'] },
  { lines: ['Any regrets about the {color}?', 'Only that I cannot see it while riding.'] },
  { lines: ['The best two minutes of my lunch break.'] },
  { lines: ['I rarely comment. This one, yes.'] },
  { lines: ['Would love a photo after a muddy week.', 'I will need a week and some mud.'] },
  { lines: ['It looks like it knows where it is going.'] },
  { lines: ['Do you name your bikes or do they name themselves?', 'They answer to whatever I shout.'] },
  { lines: ['Somebody loves this bike. It shows.'] },
  { lines: ['How do you keep the chain that clean?', 'I take the photos on cleaning day.'] },
  { lines: ['This made my partner say "that one is nice". That has never happened.'] },
  { lines: ['What would you change?', 'The hills, mostly.'] },
  { lines: ['The rare build where I would not touch a bolt.'] },
  { lines: ['Is that the stock fork?', 'It is. It earned its place.'] },
  { lines: ['Sending this to someone who owes me a bike.'] },
  { lines: ['Ridden one of these years ago. Still think about it at traffic lights.'] },
  { lines: ['Quietly the best thing posted this month.'] },
];

/** A visitor's replies to another visitor, whose name replaces `{name}`. */
export const echoes: readonly string[] = [
  'What {name} said.',
  'I agree with {name}, which worries me.',
  '{name} was faster, I was about to write the same.',
  'Seconding {name} here.',
  '{name}, you always find the good ones first.',
  'Came here to say what {name} said, only less well.',
  'Now I want to see the one {name} rides next to it.',
  '{name} is right and I hate it.',
  'Thanks {name}, now I cannot unsee it.',
  'Listen to {name}. I did not, once.',
];
