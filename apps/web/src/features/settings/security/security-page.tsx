import { PageSheet, Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useAccount } from '../account.queries.ts'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

export function Component() {
  const account = useAccount()
  return (
    <PageSheet title="Security" lead="What stands between your account and everybody else.">
      <QueryState query={account} what="Your security settings">
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
      </QueryState>
    </PageSheet>
  )
}
