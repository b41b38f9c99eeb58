import type { CSSProperties, ReactNode } from 'react';
import type { Photo as PhotoData } from '#contract/photos.ts';
import { Mark } from '#src/ui/mark.tsx';
import { Photo } from '#src/ui/photo.tsx';
import { tintOf } from '#src/ui/thumbhash.ts';
import styles from './account-room.module.css';

interface AccountRoomProps {
  title: string;
  /** Hangs beside the form; null where none is known. */
  photo: PhotoData | null;
  children: ReactNode;
}

/** A page about one's account: the form stands in the room that a photograph colors. */
export function AccountRoom({ title, photo, children }: AccountRoomProps) {
  const style = { '--tint': photo ? tintOf(photo.thumbhash) : undefined } as CSSProperties;
  return (
    <section className={`${styles.hero} room`} style={style}>
      <div className={styles.body}>
        <h1 className="title">{title}</h1>
        {children}
      </div>
      {photo ? (
        <Photo className={styles.photo} photo={photo} alt="" sizes="(min-width: 992px) 66vw, 100vw" eager />
      ) : (
        <span className={styles.bare}>
          <Mark />
        </span>
      )}
    </section>
  );
}
