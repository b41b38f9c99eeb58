import { useLocation, useNavigate } from 'react-router';
import { homePage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';
import { ArrowLeft } from '#src/ui/icons.js';
import styles from './header.module.css';

type HistoryState = { idx?: number } | null;

/** Whether Back stays on this site. The Navigation API is missing in older browsers. */
const canGoBack = (): boolean =>
  'navigation' in window
    ? (window.navigation as { canGoBack: boolean }).canGoBack
    : ((history.state as HistoryState)?.idx ?? 0) > 0;

/** Back, for the installed app, which lacks the browser's own. Leads home if there is nothing to go back to. */
export function BackButton() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (pathname === homePage()) return null;
  const goBack = () => void (canGoBack() ? navigate(-1) : navigate(homePage(), { replace: true }));
  return (
    <Button look="plain" icon aria-label="Back" className={styles.back} onClick={goBack}>
      <ArrowLeft className="icon mirrors" aria-hidden="true" />
    </Button>
  );
}
