import { useEffect, useState } from 'react';

const beat = 30_000;

/** The time, renewed every half minute: for words such as `4 min ago`. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), beat);
    return () => clearInterval(timer);
  }, []);
  return now;
}
