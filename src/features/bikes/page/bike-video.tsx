import { useState } from 'react';
import { t } from '#contract/texts.ts';
import { videoOf } from '#contract/video.ts';
import { Button } from '#src/ui/button.tsx';
import { Play } from '#src/ui/icons.js';
import { Section } from '#src/ui/section.tsx';
import styles from './bike-page.module.css';

/** Embedded video. Nothing is requested from the other site before the viewer opens it. */
export function BikeVideo({ url }: { url: string }) {
  const [open, setOpen] = useState(false);
  const video = videoOf(url);
  if (!video) return null;
  return (
    <Section title="Video">
      {open ? (
        <iframe
          className={styles.video}
          src={video.player}
          title={t`Video on ${video.site}`}
          allow="fullscreen; picture-in-picture"
          allowFullScreen
          referrerPolicy="strict-origin-when-cross-origin"
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        />
      ) : (
        <div className={styles.offer}>
          <p>
            It is on <span>{video.site}</span>. Playing it connects you to that site.{' '}
            <a href={url} rel="nofollow ugc noopener noreferrer" target="_blank">
              Open it there
            </a>
          </p>
          <Button look="quiet" className="needs-script" onClick={() => setOpen(true)}>
            <Play className="icon" aria-hidden="true" />
            Play it here
          </Button>
        </div>
      )}
    </Section>
  );
}
