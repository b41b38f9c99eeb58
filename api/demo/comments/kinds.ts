import type { Category } from '#contract/bike-options.ts';
import type { Chat } from './chat.ts';

const talk: Record<Category, readonly (readonly string[])[]> = {
  City: [
    ['A bike that waits outside the shop like a dog. The best kind.'],
    ['How heavy is it up the stairs?', 'I moved to the ground floor.'],
    ['The sitting position of somebody with nothing to prove.'],
    ['Does the bell get used?', 'Mostly to say hello.'],
    ['Where do you lock it?', 'To something heavy, in sight of somebody kind.'],
    ['Every town should issue one of these with the library card.'],
  ],
  Commuter: [
    ['Practical and it still looks good against a wall. Hard to do.'],
    ['How many km a week?', 'Enough that the car has been sold.'],
    ['The hero of a Monday.'],
    ['What do you do in proper rain?', 'Arrive.'],
    ['Fits under a desk? Asking for my boss.', 'Mine has not noticed yet.'],
  ],
  'Cross Country': [
    ['Fast-looking even with the kickstand of shame, the tree.'],
    ['What pressure do you run on rooty stuff?', 'Low enough to be nervous, high enough to get home.'],
    ['You can feel the climb in the photo.'],
    ['Hardtails teach. This one looks like a good teacher.'],
    ['The right amount of tire for the wrong amount of trail.'],
  ],
  Cyclocross: [
    ['I can smell the pit from here.'],
    ['File treads or knobs this weekend?', 'Whichever pair is already on.'],
    ['Shoulder it, run, regret it, repeat.'],
    ['The only discipline where carrying the bike counts as riding.'],
  ],
  Downhill: [
    ['My wrists hurt and I am only looking.'],
    ['How many runs a day before it stops being fun?', 'I will let you know when I find out.'],
    ['Two crowns, no doubts.'],
    ['The gap in the second photo is bigger than my flat.'],
  ],
  Enduro: [
    ['Pointed at the ground and happy about it.'],
    ['How does it climb?', 'It gets there. We do not talk on the way.'],
    ['Coming round this corner faster than I should, in my head.'],
    ['Good tires, good lines, no nonsense.'],
    ['What sag are you running?', 'Thirty percent and a prayer.'],
  ],
  'Fat Tire': [
    ['Like a bicycle drawn by a child who was right.'],
    ['Snow or sand?', 'Yes.'],
    ['Those tires have their own weather.'],
    ['The noise on tarmac must be wonderful.', 'Like a small helicopter with manners.'],
  ],
  Freeride: [
    ['My dentist would like a word with this bike.'],
    ['Low seat, high hopes.'],
    ['What is the biggest thing it has been off?', 'A kerb, according to my mother.'],
    ['Built like a gate and twice as much fun.'],
  ],
  Gravel: [
    ['The roads round here just got three sizes better.'],
    ['What tires, and would they survive flint?', 'They have. I have not kept count of the plugs.'],
    ['Flare is correct. I will not be taking questions.'],
    ['How does it feel loaded?', 'Calmer than empty. So do I.'],
    ['A bike for turning left when the road goes right.'],
    ['One more bottle cage and you could leave the country.'],
  ],
  Handbike: [
    ['The reach on this looks spot on. Did you move the cranks?', 'Twelve millimetres. It felt like a new bike.'],
    ['Overtook me on the dyke on Sunday. I was trying.'],
    ['What do drivers do?', 'Mostly they wave. Some of them stare and then wave.'],
    ['Low, quick and very red in the face, that was me behind you.'],
    ['How do you get it into the car?', 'Practice, and one very good strap.'],
  ],
  Hybrid: [
    ['Underrated and overused, exactly as intended.'],
    ['Never in a poster, always at the finish of the week.'],
    ['What lights do you run in winter?', 'All of them.'],
    ['A bike with no bad days in it.'],
  ],
  Messenger: [
    ['You can hear the radio in this picture.'],
    ['What ratio do you push in town?', 'Whatever gets me over the bridge without swearing.'],
    ['The scratches are the good part.'],
    ['One gear, no questions.'],
    ['How many locks has it outlived?', 'Four locks, two bags, one phone.'],
  ],
  Recumbent: [
    ['Always wanted to try one. Does the neck get used to it?', 'In a week. The staring takes longer.'],
    ['You look comfortable and I feel judged.'],
    ['The chain on that has its own postcode.'],
    ['A deck chair with ambition.'],
  ],
  Road: [
    ['Stem slammed, conscience clear.'],
    ['Which wheels are those?', 'The good ones. They stay indoors when it rains.'],
    ['The line from saddle to bars is just right.'],
    ['This makes my Tuesday loop look underdressed.'],
    ['What gearing for the climbs?', 'A thirty-two, and no shame at all.'],
    ['Proper road bike, proper tape, proper jealous.'],
    ['Twenty-eights or wider?', 'As wide as the calipers will forgive.'],
  ],
  Triathlon: [
    ['Is it as fast as it looks?', 'It is. I am the variable.'],
    ['The head wind filed a complaint.'],
    ['How long can you stay down on the bars?', 'Until the first photographer has passed.'],
    ['All of that and then you run? Bold.'],
  ],
  Touring: [
    ['You could leave from this photo.'],
    ['What is the longest you have been away on it?', 'Long enough for the plants to move out.'],
    ['That is a frame that has read maps.'],
    ['How much do the bags weigh when you set off?', 'Too much. And when I come back, the same plus a spoon.'],
    ['The sort of bike that makes strangers offer you soup.'],
    ['Which tires for a mix of everything?', 'The ones you already trust.'],
  ],
  Track: [
    ['Nothing on it. Nothing missing.'],
    ['Which track is home?', 'The short one with the draught.'],
    ['The chain tension in this photo is a public service.'],
    ['A circle, drawn at speed.'],
    ['What is the gear?', 'Bigger than last year, smaller than I say.'],
  ],
};

export const kindChats: readonly Chat[] = Object.entries(talk).flatMap(([category, chats]) =>
  chats.map((lines) => ({ lines, fits: (bike) => bike.category === category })),
);
