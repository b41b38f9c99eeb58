import { useSearchParams } from 'react-router';
import { AccountRoom } from '#src/features/accounts/account-room.tsx';
import { useRotatingWinner } from '#src/features/bikes/list/use-rotating-winner.ts';
import { WeeklyMailLink } from '#src/features/digest/weekly-mail-link.tsx';
import { PageMeta } from '#src/queries/page-meta.tsx';

/** The target of the link that ends the weekly mail. A mail program posts to the same address without opening it. */
export function WeeklyMailScreen() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const bike = useRotatingWinner();
  return (
    <AccountRoom title="Weekly mail" bike={bike}>
      <PageMeta title="Weekly mail" />
      <WeeklyMailLink key={token} token={token} />
    </AccountRoom>
  );
}
