import { installPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { InstallHere } from '#src/features/install/install-here.tsx';
import { AddSheet, ShareSheet, Toolbar } from '#src/features/install/install-pictures.tsx';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { TextPage, type TextPart } from '#src/ui/text-page.tsx';

const iphone = (
  <ol>
    <li>
      Open Headbadge in Safari and tap Share. On newer systems it is behind the three dots beside the address, on an
      iPad at the top.
      <Toolbar />
    </li>
    <li>
      Scroll down and tap Add to Home Screen.
      <ShareSheet />
    </li>
    <li>
      Tap Add. Leave “Open as Web App” on if you are asked.
      <AddSheet />
    </li>
    <li>Open Headbadge from your home screen and log in once more: the app keeps its own log-in and drafts.</li>
  </ol>
);

const android = (
  <ol>
    <li>Open Headbadge in Chrome, Edge, Samsung Internet or Firefox, and open the browser’s menu.</li>
    <li>Tap Add to Home screen or Install app.</li>
    <li>Confirm. It shares everything with the browser: you stay logged in, and your drafts are there.</li>
  </ol>
);

const computer = (
  <ul>
    <li>In Chrome or Edge, press the install icon at the end of the address bar.</li>
    <li>In Safari on a Mac, choose Add to Dock from the File menu.</li>
    <li>Firefox installs no sites on most computers. Everything works in a tab there, too.</li>
  </ul>
);

const after = (
  <>
    <p>
      Headbadge opens in a window of its own. Unsent posts are kept, even if you stay away for weeks. On Android, share
      photos from your gallery to Headbadge to start a draft, even offline.
    </p>
    <p>To remove it, send what is waiting, then delete its icon like any other app’s.</p>
  </>
);

const parts: readonly TextPart[] = [
  { id: 'iphone', title: t`iPhone and iPad`, body: iphone },
  { id: 'android', title: t`Android`, body: android },
  { id: 'computer', title: t`Computer`, body: computer },
  { id: 'after', title: t`What changes`, body: after },
];

/** Says how to install the app on each kind of device, and asks the browser to where it can. */
export function InstallScreen() {
  return (
    <>
      <PageMeta
        title="Install Headbadge"
        description={t`How to put Headbadge on your home screen: iPhone, iPad, Android and computers.`}
        path={installPage()}
      />
      <TextPage title="Install Headbadge" lead={<InstallHere />} parts={parts} />
    </>
  );
}
