import { Link } from 'react-router';
import { addBikePage, faqPage, photoGuidePage } from '#contract/pages.ts';
import { type GuideRule, type GuideSide, guidePicture, guidePictureSize, guideSides } from '#contract/photo-guide.ts';
import { PageFacts } from '#src/queries/page-facts.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextPage } from '#src/ui/text-page.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import styles from './photo-guide-screen.module.css';

interface Rule {
  id: GuideRule;
  title: string;
  why: string;
  /** Alternative text of each picture. */
  shows: Record<GuideSide, string>;
}

const rules: readonly Rule[] = [
  {
    id: 'drive-side',
    title: 'Show the drive side',
    why: 'That is the side with the chain. It shows the cranks, the gears and how the bike is meant to go, and it makes bikes easy to compare.',
    shows: {
      right: 'A road bike from the side with the chain.',
      wrong: 'The same bike from the other side: no chain to see.',
    },
  },
  {
    id: 'cranks',
    title: 'Line up the cranks',
    why: 'Point the crank forward, level with the chainstay or a little above it. A crank that hangs down hides the frame and looks forgotten.',
    shows: { right: 'The crank points forward, almost level.', wrong: 'The crank hangs down and back.' },
  },
  {
    id: 'big-ring',
    title: 'Shift to the big ring',
    why: 'Big ring, and a small cog: the chain runs straight and tight, and the derailleur hangs as its maker drew it. Shift before you stop; it takes half a turn.',
    shows: { right: 'The chain lies on the big ring.', wrong: 'The chain sags on the small ring.' },
  },
  {
    id: 'valves',
    title: 'Turn the valves down',
    why: 'Put both valves at six o’clock. Tires that were fitted with care have their label there, so both wheels line up by themselves.',
    shows: {
      right: 'The valve is at the bottom, the label of the tire over it.',
      wrong: 'The valve is at the side, and the label somewhere else.',
    },
  },
  {
    id: 'distance',
    title: 'Step back and zoom in',
    why: 'Close up, a lens swells whatever is near: wheels become eggs. Take ten steps back, zoom until the bike fills the picture, and hold the camera at the height of the top tube.',
    shows: {
      right: 'From far away: both wheels are round.',
      wrong: 'From too close: the middle swells, the wheels bend.',
    },
  },
  {
    id: 'background',
    title: 'Find shade and a plain wall',
    why: 'In the shade the paint shows its color and nothing burns out. A plain wall leaves the frame its outline; a busy street takes it away.',
    shows: { right: 'In even light before a plain wall.', wrong: 'In a busy place, lost between everything else.' },
  },
  {
    id: 'clean',
    title: 'Wash it, and empty it',
    why: 'No mud, no bottles, no bags, no lights that come off. Wipe the tires too. If the bags are the point of the bike, show them in a second photo.',
    shows: { right: 'A clean bike with nothing on it.', wrong: 'The same bike under bottles and bags.' },
  },
  {
    id: 'level',
    title: 'Upright and level',
    why: 'Lean the bike on a stick or a curb and take that out of the picture, or have somebody let go for a second. Keep the ground level: look at where both tires touch it.',
    shows: {
      right: 'The bike stands upright on level ground.',
      wrong: 'The picture tilts, and the bike rolls out of it.',
    },
  },
];

const words = { right: 'Like this', wrong: 'Not like this' } as const;

function Example({ rule: { id, shows }, side }: { rule: Rule; side: GuideSide }) {
  return (
    <figure className={styles.example}>
      <img src={guidePicture(id, side)} {...guidePictureSize} alt={shows[side]} loading="lazy" decoding="async" />
      <figcaption>
        <TrailMark state={side === 'right' ? 'saved' : 'failed'}>{words[side]}</TrailMark>
      </figcaption>
    </figure>
  );
}

const parts = rules.map((rule) => ({
  id: rule.id,
  title: rule.title,
  body: (
    <>
      <p>{rule.why}</p>
      <div className={styles.pair}>
        {guideSides.map((side) => (
          <Example key={side} rule={rule} side={side} />
        ))}
      </div>
    </>
  ),
}));

export function PhotoGuideScreen() {
  return (
    <>
      <PageFacts
        title="Photo Guide"
        description="How to photograph a bike: eight rules, each with a picture that keeps to it and one that does not."
        path={photoGuidePage()}
      />
      <TextPage
        title="Photo Guide"
        lead="Eight rules for the photo that comes first. A phone is good enough, and five minutes are too."
        parts={parts}
      >
        <section>
          <p>
            Then take as many as you like: cockpit, drivetrain, details, in use. Which formats and sizes can be posted
            is in the <Link to={faqPage('photos')}>FAQ</Link>.
          </p>
          <p>
            <Button to={addBikePage()}>Add a bike</Button>
          </p>
        </section>
      </TextPage>
    </>
  );
}
