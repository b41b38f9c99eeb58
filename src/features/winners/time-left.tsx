import { many, t } from '#contract/texts.ts';
import { endOf } from '#contract/week-dates.ts';
import { useNow } from '#src/ui/use-now.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function leftText(ms: number): string {
  if (ms <= 0) return t`This week is over. Its result comes in a few minutes.`;
  if (ms >= 2 * day) return many(Math.floor(ms / day))`# day left|# days left`;
  if (ms >= 2 * hour) return many(Math.floor(ms / hour))`# hour left|# hours left`;
  return many(Math.ceil(ms / minute))`# minute left|# minutes left`;
}

/** Says how long a week still runs. A page that the server rendered says when it ends. */
export function TimeLeft({ week }: { week: string }) {
  const now = useNow();
  const end = endOf(week);
  return (
    <time dateTime={end.toISOString()}>
      {now ? leftText(end.getTime() - now.getTime()) : t`Ends on Monday at 00:00 UTC`}
    </time>
  );
}
