import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Returns a function that goes back. A second press before the browser has done so would leave the page. */
export function useBackOnce(): () => void {
  const { key } = useLocation();
  const navigate = useNavigate();
  const leaving = useRef('');
  useEffect(() => {
    if (leaving.current !== key) leaving.current = '';
  }, [key]);
  return () => {
    if (leaving.current === key) return;
    leaving.current = key;
    void navigate(-1);
  };
}
