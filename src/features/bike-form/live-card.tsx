import type { Brand } from '#contract/brands.ts';
import { categoryLabel } from '#contract/card-labels.ts';
import { t } from '#contract/texts.ts';
import card from '#src/features/bikes/list/bike-card.module.css';
import { brandIn } from '#src/features/bikes/list/use-draft-title.ts';
import type { DraftPhoto } from '#src/storage/user-db.ts';
import { classNames } from '#src/ui/class-names.ts';
import styles from './bike-form.module.css';
import { DraftPicture } from './draft-picture.tsx';
import type { FormFields } from './form-fields.ts';
import { gearText } from './gears.ts';

interface LiveCardProps {
  form: FormFields;
  brands: readonly Brand[];
  cover: DraftPhoto | undefined;
  owner: string;
}

/** The bike as others will see it in a list. */
export function LiveCard({ form, brands, cover, owner }: LiveCardProps) {
  const brand = brandIn(form.text('brandId'), form.text('brandOther'), brands);
  const model = form.text('model').trim();
  const category = form.text('category');
  const gears = gearText(form.text('drivetrain'), form.text('rearGear'));
  const summary = [form.text('year').trim(), category && categoryLabel(category), gears].filter(Boolean).join(' · ');
  return (
    <div className={classNames(card.card, styles.live)}>
      <DraftPicture
        photo={cover}
        alt={cover?.alt ?? ''}
        sizes="(min-width: 1200px) 26rem, (min-width: 768px) 16rem, 100vw"
      />
      <p className={card.name}>
        <bdi className={classNames('decal', card.maker, brand ? undefined : 'quiet')}>{brand || t`Brand`}</bdi>{' '}
        <bdi className={model ? undefined : 'quiet'}>{model || t`Model`}</bdi>
      </p>
      <p className={styles.liveFacts}>
        <strong>{owner}</strong>
        <span>{summary}</span>
      </p>
    </div>
  );
}
