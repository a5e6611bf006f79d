import { PASSWORD_MIN } from '@foyer/contracts/session/limits.rules.ts'
import { useEffect, useState } from 'react'
import { newPasswordError } from '../../lib/account-fields.rules.ts'
import { usePlainForm } from '../../lib/use-plain-form.ts'
import { useSubmission } from '../../lib/use-submission.ts'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Skeleton, SkeletonBar } from '../../ui/skeleton.tsx'
import { BackToSignIn } from './forgot-password-page.tsx'
import { takeLinkToken } from './link-token.ts'
import { callOutside } from './outside-calls.actors.ts'
import { isLinkOver, issueOf, outsideMessage, takesNoPasswords } from './outside-failures.rules.ts'
import { OutsideHead, OutsidePage } from './outside-page.tsx'

export function Component() {
  const [token] = useState(() => takeLinkToken(window))
  return (
    <OutsidePage>
      <ResetPassword token={token} fetch={(...request) => window.fetch(...request)} />
    </OutsidePage>
  )
}

interface ResetPasswordProps {
  token: string
  fetch: typeof globalThis.fetch
}

/** Checks the link first, so that nobody thinks of a password for an expired one. */
export function ResetPassword({ token, fetch }: ResetPasswordProps) {
  const [done, setDone] = useState(false)
  const [ended, setEnded] = useState<unknown>(null)
  const isLooking = useLinkCheck({ token, fetch }, setEnded)

  if (token === '') return <LinkOver title="This link is not complete" detail="Open it from the email again." />
  if (takesNoPasswords(ended)) return <NoPasswords />
  if (ended !== null)
    return (
      <LinkOver
        title="This link no longer works"
        detail="It was already used or has expired. Your password hasn’t changed."
      />
    )
  if (done)
    return (
      <>
        <OutsideHead title="Your password is set" focused>
          You were signed out everywhere else. Sign in with the new password.
        </OutsideHead>
        <a href="/sign-in" className={`${buttonLook('primary', 'touch')} w-full`}>
          Sign in
        </a>
      </>
    )
  return (
    <>
      <OutsideHead title="Set a new password">It signs you out everywhere else.</OutsideHead>
      {isLooking ? (
        <Skeleton label="Checking your link">
          <SkeletonBar className="h-11 w-full" />
        </Skeleton>
      ) : (
        <NewPasswordForm {...{ token, fetch }} onDone={() => setDone(true)} onOver={setEnded} />
      )}
      <BackToSignIn />
    </>
  )
}

/** Whether the link is still being checked. If the check fails for another reason, the form finds out. */
function useLinkCheck({ token, fetch }: ResetPasswordProps, onOver: (error: unknown) => void): boolean {
  const [isLooking, setLooking] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once
  useEffect(() => {
    if (token === '') return
    let left = false
    callOutside(fetch, 'lookAtResetLink', { token })
      .catch((error: unknown) => !left && (isLinkOver(error) || takesNoPasswords(error)) && onOver(error))
      .finally(() => !left && setLooking(false))
    return () => {
      left = true
    }
  }, [token])
  return isLooking
}

interface NewPasswordFormProps extends ResetPasswordProps {
  onDone: () => void
  onOver: (error: unknown) => void
}

function NewPasswordForm({ token, fetch, onDone, onOver }: NewPasswordFormProps) {
  const submission = useSubmission(async ({ newPassword }: { newPassword: string }) => {
    await callOutside(fetch, 'resetPassword', { token, newPassword })
    onDone()
  })
  const form = usePlainForm({
    checks: { newPassword: newPasswordError },
    submission,
    about: (error) => ({ field: 'newPassword', message: issueOf(error, 'newPassword') }),
  })
  const { error } = submission
  useEffect(() => {
    if (isLinkOver(error) || takesNoPasswords(error)) onOver(error)
  }, [error, onOver])

  return (
    <form className="space-y-4" noValidate onSubmit={form.onSubmit}>
      {form.problem !== null && <FormProblem>{outsideMessage(form.problem)}</FormProblem>}
      <PasswordField
        {...form.field('newPassword')}
        label="New password"
        autoComplete="new-password"
        autoFocus
        help={`${PASSWORD_MIN} characters or more.`}
      />
      <Button type="submit" kind="primary" size="touch" busy={form.busy} className="w-full">
        Set the password
      </Button>
    </form>
  )
}

function NoPasswords() {
  return (
    <>
      <OutsideHead title="There is no password to set" focused>
        Passwords are no longer used here. Sign in through your organization.
      </OutsideHead>
      <a href="/sign-in" className={`${buttonLook('primary', 'touch')} w-full`}>
        Go to sign in
      </a>
    </>
  )
}

function LinkOver({ title, detail }: { title: string; detail: string }) {
  return (
    <>
      <OutsideHead title={title} focused>
        {detail}
      </OutsideHead>
      <a href="/forgot-password" className={`${buttonLook('primary', 'touch')} w-full`}>
        Ask for a new link
      </a>
      <BackToSignIn />
    </>
  )
}
