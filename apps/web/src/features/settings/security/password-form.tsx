import { PASSWORD_MIN } from '@foyer/contracts/session/limits.rules.ts'
import { knownPasswordError, newPasswordError } from '../../../lib/account-fields.rules.ts'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormPassword } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { useServices } from '../../../parts/services.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { useAccountChanged } from '../account.queries.ts'
import { withNewSession } from '../new-session.actors.ts'
import { KnownAccount } from './known-account.tsx'

/** Changes the password, which signs every other device out; this tab stays signed in. */
export function PasswordForm({ email }: { email: string }) {
  const parts = useServices()
  const changed = useAccountChanged()
  const form = useForm({
    initial: { currentPassword: '', newPassword: '' },
    check: (typed) => ({
      currentPassword: knownPasswordError(typed.currentPassword),
      newPassword: newPasswordError(typed.newPassword),
    }),
    send: async (body) => {
      await withNewSession(parts, () => parts.api('changePassword', { body }))
      form.reset()
      notifySuccess('Password changed')
      void changed.sessionsAgain()
    },
    refusedFields: { wrong_password: 'currentPassword' },
  })
  return (
    <Form form={form} label="Password" className="max-w-110 space-y-4">
      <KnownAccount email={email} />
      <FormPassword form={form} name="currentPassword" label="Current password" autoComplete="current-password" />
      <FormPassword
        form={form}
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        help={`${PASSWORD_MIN} characters or more.`}
      />
      <Problem form={form} />
      <Submit form={form}>Change password</Submit>
    </Form>
  )
}
