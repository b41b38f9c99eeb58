import { Link } from 'react-router';
import { addBikePage, faqPage, photoGuidePage } from '#contract/pages.ts';
import { type GuideRule, type GuideSide, guidePicture, guidePictureSize, guideSides } from '#contract/photo-guide.ts';
import { t } from '#contract/texts.ts';
import { PageMeta } from '#src/queries/page-meta.tsx';
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
    title: t`Show the drive side`,
    why: t`That is the side with the chain. It shows the cranks and the gears, and it makes bikes easy to compare.`,
    shows: {
      right: t`A road bike from the side with the chain.`,
      wrong: t`The same bike from the other side, with the chain hidden.`,
    },
  },
  {
    id: 'cranks',
    title: t`Line up the cranks`,
    why: t`Point the crank forward, level with the chainstay or a little above it. A crank that hangs down hides the frame and looks careless.`,
    shows: { right: t`The crank points forward, almost level.`, wrong: t`The crank hangs down and back.` },
  },
  {
    id: 'big-ring',
    title: t`Shift to the big ring`,
    why: t`Use the big ring and a small cog: the chain runs straight and tight, and the derailleur hangs as it should. Shift before you stop; it takes half a turn of the cranks.`,
    shows: { right: t`The chain lies on the big ring.`, wrong: t`The chain sags on the small ring.` },
  },
  {
    id: 'valves',
    title: t`Turn the valves down`,
    why: t`Put both valves at six o’clock. If the tire labels are at the valves, both wheels line up, too.`,
    shows: {
      right: t`The valve is at the bottom, next to the tire label.`,
      wrong: t`The valve is at the side, and the label somewhere else.`,
    },
  },
  {
    id: 'distance',
    title: t`Step back and zoom in`,
    why: t`From close up, a lens bends the bike and the wheels look like eggs. Take ten steps back, zoom in until the bike fills the picture, and hold the camera at the height of the top tube.`,
    shows: {
      right: t`From far away: both wheels are round.`,
      wrong: t`From too close: the middle bulges and the wheels bend.`,
    },
  },
  {
    id: 'background',
    title: t`Find shade and a plain wall`,
    why: t`In the shade the paint shows its true color, and no spot is too bright. Against a plain wall you see the outline of the frame; on a busy street it gets lost.`,
    shows: { right: t`In even light in front of a plain wall.`, wrong: t`In a busy place, lost among other things.` },
  },
  {
    id: 'clean',
    title: t`Wash it and take things off`,
    why: t`Remove mud, bottles, bags and clip-on lights. Wipe the tires, too. If the bags are the point of the bike, show them in a second photo.`,
    shows: { right: t`A clean bike with nothing on it.`, wrong: t`The same bike under bottles and bags.` },
  },
  {
    id: 'level',
    title: t`Upright and level`,
    why: t`Lean the bike on a stick or a curb that the photo doesn’t show, or have someone hold it and let go for a second. Keep the ground level: check where both tires touch it.`,
    shows: {
      right: t`The bike stands upright on level ground.`,
      wrong: t`The picture is tilted, and the bike seems to roll away.`,
    },
  },
];

const labels = { right: t`Like this`, wrong: t`Not like this` } as const;

function Example({ rule: { id, shows }, side }: { rule: Rule; side: GuideSide }) {
  return (
    <figure className={styles.example}>
      <img src={guidePicture(id, side)} {...guidePictureSize} alt={shows[side]} loading="lazy" decoding="async" />
      <figcaption>
        <TrailMark state={side === 'right' ? 'saved' : 'failed'}>{labels[side]}</TrailMark>
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
      <PageMeta
        title="Photo Guide"
        description={t`How to photograph a bike: eight rules, each with a good and a bad picture.`}
        path={photoGuidePage()}
      />
      <TextPage
        title="Photo Guide"
        lead={t`Eight rules for your first photo. All you need is a phone and five minutes.`}
        parts={parts}
      >
        <section>
          <p>
            Then take as many as you like: cockpit, drivetrain, details, riding shots. See which formats and sizes you
            can post in the <Link to={faqPage('photos')}>FAQ</Link>.
          </p>
          <p>
            <Button to={addBikePage()}>Add a bike</Button>
          </p>
        </section>
      </TextPage>
    </>
  );
}
