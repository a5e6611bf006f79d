import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { emailError } from '../../lib/account-fields.rules.ts'
import { usePlainForm } from '../../lib/use-plain-form.ts'
import { useSubmission } from '../../lib/use-submission.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { callOutside } from './outside-calls.actors.ts'
import { outsideMessage } from './outside-failures.rules.ts'
import { OUTSIDE_LINK, OutsideHead, OutsidePage } from './outside-page.tsx'

export function Component() {
  return (
    <OutsidePage>
      <ForgotPassword fetch={(...request) => window.fetch(...request)} />
    </OutsidePage>
  )
}

/** Shows the same answer whether an account exists or not. */
export function ForgotPassword({ fetch }: { fetch: typeof globalThis.fetch }) {
  const [sent, setSent] = useState('')
  const submission = useSubmission(async ({ email }: { email: string }) => {
    await callOutside(fetch, 'forgotPassword', { email: email.trim() })
    setSent(email.trim())
  })
  const form = usePlainForm({ checks: { email: emailError }, submission, about: () => ({ field: 'email' }) })

  if (sent !== '')
    return (
      <>
        <OutsideHead title="Check your email" focused>
          If <bdi className="font-medium text-ink">{sent}</bdi> has an account here, a link is on its way.
        </OutsideHead>
        <p className="text-sm text-muted">
          The link works once and expires soon. Nothing there? Check your spam folder, then ask for another link.
        </p>
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <Button
            onClick={() => {
              submission.forget()
              setSent('')
            }}
          >
            Send another link
          </Button>
          <a href="/sign-in" className={OUTSIDE_LINK}>
            Back to sign in
          </a>
        </div>
      </>
    )
  return (
    <>
      <OutsideHead title="Forgot password">We’ll email you a link to set a new one.</OutsideHead>
      <form className="space-y-4" noValidate onSubmit={form.onSubmit}>
        {form.problem !== null && <FormProblem>{outsideMessage(form.problem)}</FormProblem>}
        <Field {...form.field('email')} label="Email" type="email" size="lg" autoComplete="username" autoFocus />
        <Button type="submit" kind="primary" size="touch" busy={form.busy} className="w-full">
          Send the link
        </Button>
      </form>
      <BackToSignIn />
    </>
  )
}

export function BackToSignIn() {
  return (
    <p className="mt-4">
      <a href="/sign-in" className={`inline-flex items-center gap-1 ${OUTSIDE_LINK}`}>
        <ChevronLeft aria-hidden size={16} />
        Back to sign in
      </a>
    </p>
  )
}
