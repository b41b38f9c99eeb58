import { daysToErasure } from '#contract/accounts.ts';
import { nameOfDevice } from '#contract/device-name.ts';
import { deleteAccountPage, securityPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { LinkedAccounts } from '#src/features/accounts/elsewhere/linked-accounts.tsx';
import { useLinkedAccounts } from '#src/features/accounts/elsewhere/use-linked-accounts.ts';
import { OwnAccount } from '#src/features/accounts/own/own-account.tsx';
import { PasskeyList } from '#src/features/accounts/passkeys/passkey-list.tsx';
import { usePasskeys } from '#src/features/accounts/passkeys/use-passkeys.ts';
import { PasswordForm } from '#src/features/accounts/password-form.tsx';
import { SessionList } from '#src/features/accounts/session-list.tsx';
import { useOwnSessions } from '#src/features/accounts/use-own-sessions.ts';
import { ExportData } from '#src/features/export/export-data.tsx';
import { ProgramsAccess } from '#src/features/personal-tokens/programs-access.tsx';
import { useServices } from '#src/features/site/site.queries.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { NavRow } from '#src/ui/nav-row.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { Section } from '#src/ui/section.tsx';
import { useNamedPart } from '#src/ui/use-named-part.ts';
import { usePageTitle } from '#src/ui/use-page-title.ts';
import styles from './account-sections.module.css';

const parts = [
  { id: 'account', title: t`E-mail and name` },
  { id: 'password', title: t`Password` },
  { id: 'passkeys', title: t`Passkeys` },
  { id: 'elsewhere', title: t`Accounts elsewhere` },
  { id: 'devices', title: t`Devices` },
  { id: 'programs', title: t`Access for programs` },
  { id: 'data', title: t`Your data` },
  { id: 'delete', title: t`Delete account` },
] as const;

/** The member's e-mail, name, password, passkeys, signed-in devices, personal tokens and data. */
export function UserPasswordScreen() {
  const { user } = useSession();
  const sessions = useOwnSessions(user?.id ?? null);
  const passkeys = usePasskeys(user?.id ?? null);
  const linked = useLinkedAccounts(user?.id ?? null);
  const providers = useServices()?.logins ?? [];
  const named = useNamedPart();
  usePageTitle(t`Password`);
  if (!user) return null;
  const here = sessions.sessions?.find((one) => one.current);
  const isElsewhere = providers.length > 0 || (linked.linked?.accounts.length ?? 0) > 0;
  const shown = parts.filter(({ id }) => id !== 'elsewhere' || isElsewhere);
  const current = parts.find(({ id }) => id === named) ?? parts[0];
  return (
    <>
      <PageHead title="Password" />
      <nav className={styles.links} aria-label="On this page">
        {shown.map(({ id, title }) => (
          <a key={id} href={`#${id}`} aria-current={id === current.id ? 'true' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <div className={styles.column}>
        <Section id="account" title="E-mail and name">
          <OwnAccount key={user.id} userId={user.id} />
        </Section>
        <Section id="password" title="Password">
          <PasswordForm
            member={user}
            hasPasskeys={(passkeys.passkeys?.length ?? 0) > 0}
            hasPassword={linked.linked?.hasPassword ?? true}
            onChanged={() => void Promise.all([sessions.refresh(), linked.refresh()])}
          />
        </Section>
        <Section id="passkeys" title="Passkeys">
          <PasskeyList {...passkeys} as={user.id} device={here?.device ? nameOfDevice(here) : ''} />
        </Section>
        {isElsewhere && (
          <Section id="elsewhere" title="Accounts elsewhere">
            <LinkedAccounts {...linked} as={user.id} providers={providers} />
          </Section>
        )}
        <Section id="devices" title="Devices">
          <SessionList {...sessions} />
          <div className={styles.apart}>
            <NavRow to={securityPage()} about="Log-ins, passwords, passkeys, exports">
              What happened to your account
            </NavRow>
          </div>
        </Section>
        <Section id="programs" title="Access for programs">
          <ProgramsAccess key={user.id} member={user} />
        </Section>
        <Section id="data" title="Your data">
          <ExportData member={user.id} />
        </Section>
        <Section id="delete" title="Delete account">
          <div className={styles.part}>
            <p>Your bikes disappear at once. You have {daysToErasure} days to change your mind.</p>
            <Button look="quiet" className={styles.delete} to={deleteAccountPage()}>
              Delete account
            </Button>
          </div>
        </Section>
      </div>
    </>
  );
}
