import { PASSWORD_MIN } from '@foyer/contracts/session/limits.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { knownPasswordError, newPasswordError } from '../../../lib/account-fields.rules.ts'
import { useParts } from '../../../parts/parts.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { useAccountChanged } from '../account.queries.ts'
import { failureWords, isRefused, issueOf } from '../failure-words.rules.ts'
import { withNewSession } from '../new-session.actors.ts'
import { OFFLINE, useOffline } from '../use-offline.ts'
import { KnownAccount } from './known-account.tsx'

type Wrong = { currentPassword?: string | undefined; newPassword?: string | undefined }

/** A changed password signs every other device out; this tab goes on. */
export function PasswordForm({ email }: { email: string }) {
  const parts = useParts()
  const changed = useAccountChanged()
  const offline = useOffline()
  const form = useRef<HTMLFormElement>(null)
  const current = useRef<HTMLInputElement>(null)
  const next = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState<Wrong>({})
  const change = useMutation({
    mutationFn: (typed: { currentPassword: string; newPassword: string }) =>
      withNewSession(parts, () => parts.api('changePassword', { body: typed })),
    // What was typed is kept no longer than the form.
    gcTime: 0,
    onSuccess: () => {
      form.current?.reset()
      notifySuccess('Password changed')
      void changed.sessionsAgain()
    },
  })
  const { error } = change
  const wrong: Wrong = {
    currentPassword: isRefused(error, 'wrong_password') ? failureWords(error) : issueOf(error, 'currentPassword'),
    newPassword: issueOf(error, 'newPassword'),
  }

  useEffect(() => {
    const field = wrong.currentPassword ? current : wrong.newPassword ? next : null
    field?.current?.focus()
    field?.current?.select()
  }, [wrong.currentPassword, wrong.newPassword])

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = { currentPassword: current.current?.value ?? '', newPassword: next.current?.value ?? '' }
    const absent: Wrong = {
      currentPassword: knownPasswordError(typed.currentPassword),
      newPassword: newPasswordError(typed.newPassword),
    }
    setMissing(absent)
    if (absent.currentPassword) return current.current?.focus()
    if (absent.newPassword) return next.current?.focus()
    if (!offline && !change.isPending) change.mutate(typed)
  }
  const forget = () => {
    if (change.isError) change.reset()
  }

  return (
    <form ref={form} aria-label="Password" noValidate onSubmit={submit} className="max-w-110 space-y-4">
      <KnownAccount email={email} />
      <PasswordField
        ref={current}
        label="Current password"
        autoComplete="current-password"
        error={missing.currentPassword ?? wrong.currentPassword}
        onChange={forget}
      />
      <PasswordField
        ref={next}
        label="New password"
        autoComplete="new-password"
        help={`${PASSWORD_MIN} characters or more.`}
        error={missing.newPassword ?? wrong.newPassword}
        onChange={forget}
      />
      {change.isError && !wrong.currentPassword && !wrong.newPassword && (
        <FormProblem>{failureWords(error)}</FormProblem>
      )}
      <Button type="submit" kind="primary" busy={change.isPending} disabledReason={offline ? OFFLINE : undefined}>
        Change password
      </Button>
    </form>
  )
}
