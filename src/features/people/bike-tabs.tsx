import { Link } from 'react-router';
import { type MemberBikesPart, memberBikesName, memberBikesParts, type PersonPage } from '#contract/people-page.ts';
import { t } from '#contract/texts.ts';
import { userPage } from '#contract/user-page.ts';
import { useWriting } from '#src/ui/display-preferences.ts';
import { figure } from '#src/ui/format.ts';
import styles from './bike-tabs.module.css';

// For translators: bikes that the member has, and those that are sold or retired.
const labels: Record<MemberBikesPart, string> = { Current: t`Current`, Previous: t`Previous` };

interface BikeTabsProps {
  person: PersonPage;
  part: MemberBikesPart;
}

/** Tab selected by the URL; current bikes by default. */
export const partOf = (search: string): MemberBikesPart =>
  memberBikesParts.find((part) => part === new URLSearchParams(search).get(memberBikesName)) ?? 'Current';

/** Tabs for a member's current and previous bikes, each with its own URL. */
export function BikeTabs({ person: { id, username, counts }, part }: BikeTabsProps) {
  const writing = useWriting();
  const page = userPage(id, username);
  const countOf = { Current: counts.bikes - counts.previous, Previous: counts.previous };
  return (
    <nav className={styles.tabs} aria-label="Which bikes">
      {memberBikesParts.map((one) => (
        <Link
          key={one}
          to={one === 'Current' ? page : `${page}?${memberBikesName}=${one}`}
          aria-current={one === part ? 'page' : undefined}
        >
          <span>{labels[one]}</span> <span className="quiet figures">{figure(countOf[one], writing)}</span>
        </Link>
      ))}
    </nav>
  );
}
