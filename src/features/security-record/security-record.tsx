import type { SecurityEvent } from '#contract/security-record.ts';
import { t } from '#contract/texts.ts';
import type { Read } from '#src/queries/read.ts';
import { ReadError } from '#src/queries/read-error.tsx';
import { dayText } from '#src/ui/day-text.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { Section } from '#src/ui/section.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { EventRow } from './event-row.tsx';
import type { SecurityEvents } from './security-record.queries.ts';

/** Groups consecutive events of the same day. */
function byDay(events: readonly SecurityEvent[], dayOf: (event: SecurityEvent) => string) {
  const days: { day: string; events: SecurityEvent[] }[] = [];
  for (const event of events) {
    const day = dayOf(event);
    const last = days.at(-1);
    if (last?.day === day) last.events.push(event);
    else days.push({ day, events: [event] });
  }
  return days;
}

/** What happened to the member's account, newest first, by day. */
export function SecurityRecord({ read }: { read: Read<SecurityEvents> }) {
  const now = useNow() ?? new Date();
  const preferences = useDisplayPreferences();
  const { state, data } = read;
  if (state === 'loading') return <Loader />;
  if (!data) return <ReadError read={read} missing={t`You see it here when you have signal.`} />;
  const { events, loadMore } = data;
  if (events.length === 0 && !loadMore) {
    return <EmptyState title="Nothing yet.">Your next log-in is the first thing you will see here.</EmptyState>;
  }
  return (
    <>
      {byDay(events, ({ at }) => dayText(new Date(at), now, preferences)).map(({ day, events }) => (
        <Section key={day} title={day}>
          <ul>
            {events.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        </Section>
      ))}
      {loadMore && <LoadMore load={loadMore} />}
    </>
  );
}
