import { classNames } from '#src/ui/class-names.ts';
import styles from './hero.module.css';
import skeleton from './hero-skeleton.module.css';

export function HeroSkeleton() {
  return (
    <div className={classNames(styles.hero, skeleton.breathing)} role="img" aria-label="Loading the first bike">
      <div className={skeleton.picture} />
      <div className={styles.label}>
        <div className={skeleton.about} />
        <div className={styles.body}>
          <p className={`title ${styles.name} ${skeleton.name}`}>
            <span className="decal">&nbsp;</span> &nbsp;
          </p>
          <div className={skeleton.line} />
          <div className={skeleton.owner} />
          <div className={skeleton.details} />
        </div>
      </div>
    </div>
  );
}
