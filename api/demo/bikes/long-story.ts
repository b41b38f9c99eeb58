/** A story of the maximum length: a road from one end of a continent to the other. */
export const southStory = `The last upright bike I toured on and the first I would lend you. Everything on it can be bought in a hardware store. I know, because I did, in Tierra del Fuego, from a man who was also the vet. People ask about that sentence, so here is the whole road. Make tea first.

THE PLAN

There was no plan. There was a map that had hung in the kitchen for nine years, and a crease in it that ran from the top to the bottom and happened to be drivable. I had a back that still allowed it, a job that did not mind, and a bike with twenty-six-inch wheels, because I had read that those can be found everywhere. This is true. They can be found everywhere in the way that mushrooms can: you have to know where to look, and some of them are no good.

I took four bags, a tent that was honest about its weight, one book, and a pair of trousers for meeting officials. I took a spare tire folded into a figure of eight, which I have never been able to do again.

THE FIRST THOUSAND

Rain. I had imagined many things about the north, and all of them were dry. For eleven days I rode inside a sound. On the twelfth the sun came out, and I discovered that my left bag had been open since the ferry and had become a habitat.

The trucks were kind. They gave me the whole lane and a long note on the horn afterwards, like a full stop. A driver called Merle pulled over, looked at the bike for some time and asked where the engine was. I pointed at my knees. He gave me a sandwich for it.

I broke the first spoke on the only hill in two hundred kilometers, on the way down. It was on the drive side, which is the side that it always is. I fixed it beside a sign that said Scenic Viewpoint, and it was, if you like spokes.

WHAT BEARS WANT

Bears want your toothpaste. Nobody tells you this. You hang the food from a tree, the right height, the right distance from the trunk, you are proud of your knot, and at four in the morning something very large is being tender with your washing bag. I lay still and listened to it discover mint. In the morning the tube was perfectly flat and I rolled it up and kept it, and I have it here, beside the computer, as I write this.

THE FLAT PART

There is a flat part. I have nothing to report about it. I will say only that there is a kind of wind that has nowhere else to be, and that a Long Haul Trucker with four bags has the frontal area of a wardrobe. On the worst day I did thirty-one kilometers in nine hours and was overtaken by a tumbleweed that I then met again at the gas station.

On the best day the wind turned around and was sorry. I did two hundred and eight and stopped only because I ran out of map. I slept behind a church whose door was open. There was a note inside that said Cyclists: blankets in the cupboard, please fold. I folded them better than any blanket I own.

THE BORDER

At the border they asked me for the bicycle's papers. I explained that it had none. They asked how I could prove that it was mine. I said that nobody else would want it, and this was written down, and stamped, and it is the only document about this bike that exists. It says: bicycle, green, old, unwanted. I had it laminated.

THE HIGH PART

Then it went up. It went up for so long that I stopped thinking of it as a climb and began to think of it as an address. At three thousand meters I ate an entire cake. At four thousand I got off and pushed, and a woman with a bundle of wood on her back overtook me, looked at the smallest chainring, looked at me, and laughed so kindly that I laughed too, as far as there was air for it.

The brakes are cantilevers. I want to say a word for cantilevers. On the far side of that pass is a descent of sixty-four kilometers, and I squeezed them the whole way like a man wringing out a flag. They smelled. They sang. They stopped me at every edge I asked them to. When I got to the bottom I took out the pads and they were the thickness of a coin, and I thanked them by name. (Left and Right.)

I did not sleep well up there. The nights were so cold that the water bottles had to come to bed with me, and so clear that I kept the tent open anyway. You lie there with two bottles like a cat with kittens and look at more stars than there is any need for.

THE MAN WITH THE GATE

South of the salt there is a gate across the road with nothing on either side of it. You could go around. I could see the tracks of everybody who had gone around. But a man was sitting on a chair beside it, so I stopped, and he stood up and opened it, and I rode through, and he closed it. I asked him what the gate was for. He thought about it honestly. "Otherwise," he said, "nobody would stop."

I stayed until evening. He had a bicycle as well, a single speed with a wooden saddle that his brother had carved. We swapped for an hour. It was very uncomfortable and absolutely silent. He rode the Trucker around the gate, twice, and said it was like driving a house, and that he meant it well.

THE CHAIN

Let me be boring for a moment, because somebody always asks. Four chains, each replaced a bit late. Two cassettes. One set of rings, the middle one turned around when the teeth began to look like waves. Eleven tires, of which three were chosen and eight were available. Thirty-four punctures, nineteen of them in one week, from a plant that I would like to speak to. Bar tape: three times, the last one from the inner tube of a tractor, and it is still the best I ever had. Bottom bracket: the original. I do not know how. I look at it as little as possible, so as not to remind it.

The saddle is the one it came with. It has taken the shape of me, and I do not mean that as a compliment to either of us.

THE SOUP

In one valley they eat the same soup three times a day, and I can tell you that it is right to. It has potatoes in it of a color that potatoes at home do not dare to be. I was invited to it by a girl of about eight who had been watching me patch a tube with great criticism. Her grandmother asked where I was going. I told her. She asked who was making me do it. Nobody, I said. She filled the bowl again, to the edge, as you would for somebody who has had news. When I left they gave me a potato to take along, a purple one, raw. I carried it for two thousand kilometers, because you cannot eat a present like that, and planted it in the end behind a police station, with permission.

THE LETTER

There was a post office in a village with one street where I collected a letter that had been waiting for seven weeks. It was from my neighbor and it said that the plants were fine, that the roof was not, and that there was no hurry about either. I read it eleven times. Riding alone for a year, you run out of things to think, and then, after a few quiet weeks, you begin to think of things that you did not know you had. Most of them were about my father, who never rode further than the bakery and knew every dog on the way. I began to greet the dogs. It works. They are astonished, and then they are on your side.

THE WIND, AGAIN

Everybody warned me about Patagonia, and everybody was right, and it does not help. The wind there is not weather. It is a person, and it does not care for you. I learned to ride leaning over as if around a bend that went on for five hundred kilometers. When a truck passed and took the wind away for a second, I fell into the place where it had been. I fell off nine times. Each time I was going at walking speed, and each time the bike lay down first, gently, like a horse that knows its business.

I met two Swiss going the other way with the wind behind them. They were not pedaling. They ate an apple as they went by. We looked at each other like two kinds of people in a painting of the Last Judgment.

THE VET

And so, the hardware store. It was the last town before the last town. A rack bolt had gone, and with it the corner of the rack, and I had tied it up with a strap and then with a better strap. The shop sold nails, rope, paint, saddles for horses and one bicycle pump, in the window, not for sale. The man behind the counter put down a lamb that he was feeding from a bottle, wiped his hands and looked at the rack the way people look at an X-ray.

He had the bolt. Of course he had the bolt. It was in a tin with four hundred others, and his hand went in and came out with it like somebody who picks his own child out of a school. It was the wrong thread. He cut it a new one, with the lamb under his arm, and when I asked what I owed him he said that it depended on whether I could hold this, and gave me the lamb. So I paid for a bolt by bottle-feeding a lamb for twenty minutes in a shop at the bottom of the world, and I have never bought anything that was worth so much.

The bolt is still in there. It is the one that is a slightly different grey.

THE END OF THE ROAD

The road ends at a car park. There is a sign, and you take a photo of the bike leaning on it, and then you notice that everybody has. I had thought that I would feel something large. I felt hungry, and then, quite slowly, on the way back into town with the wind behind me for the first time in a month, I felt something about the size of the bike. It was enough. It has been enough since.

WHAT I WOULD DO DIFFERENTLY

Bring less. Start later in the morning. Say yes to soup. Carry two tubes of toothpaste.

WHY I STOPPED

My back. The surgeon drew me a picture of another kind of bicycle, and you can see that one further up. I tour lying down now and see more of the sky. But the Trucker stands in the hall with its tires pumped, and on the first of every month I ride it to the bakery and greet the dogs. There are three new ones. They know me already.

If you live nearby and have a summer and nobody to lend you a bicycle: it is a 58, the rack has one odd bolt, and there is a laminated paper in the bar bag that you may have to show. It says green, old, unwanted. Two of those are true.`;
