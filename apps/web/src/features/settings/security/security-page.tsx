import { PageSheet, Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useAccount } from '../account.queries.ts'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

export function Component() {
  const account = useAccount()
  return (
    <PageSheet title="Security" lead="Keep your account safe.">
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
              detail={`You sign in with ${found.identityProvider ?? 'your organization'}, which manages both. There’s nothing to set up here.`}
            />
          )
        }
      </QueryState>
    </PageSheet>
  )
}
