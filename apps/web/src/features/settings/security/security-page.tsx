import { useAccount } from '../account.queries.ts'
import { Section, SettingsPage } from '../page-parts.tsx'
import { Asked } from '../page-states.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

export function Component() {
  const account = useAccount()
  return (
    <SettingsPage title="Security" lead="What stands between your account and everybody else.">
      <Asked query={account} what="Your security settings">
        {(found) =>
          found.hasPassword ? (
            <>
              <Section title="Password" detail="A new one signs you out everywhere but here.">
                <PasswordForm email={found.email} />
              </Section>
              <SecondFactorSection account={found} />
            </>
          ) : (
            <Section
              title="Password and second factor"
              detail={`You sign in by ${found.identityProvider ?? 'your organization'}, which looks after both. There is nothing to set here.`}
            />
          )
        }
      </Asked>
    </SettingsPage>
  )
}
