import type { Account } from '@foyer/contracts/session/account-calls.ts'
import { nameError } from '../../../lib/account-fields.rules.ts'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormField } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { PageSheet } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi, useApp } from '../../../parts/services.tsx'
import { Field } from '../../../ui/field.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { useAccount, useAccountChanged } from '../account.queries.ts'

export function Component() {
  const account = useAccount()
  return (
    <PageSheet title="Profile" lead="How colleagues see you in every organization you belong to.">
      <QueryState query={account} what="Your profile">
        {(found) => <ProfileForm account={found} />}
      </QueryState>
    </PageSheet>
  )
}

function ProfileForm({ account }: { account: Account }) {
  const api = useApi()
  const app = useApp()
  const changed = useAccountChanged()
  const form = useForm({
    initial: { name: account.name },
    check: ({ name }) => ({ name: nameError(name) }),
    send: async ({ name }) => {
      const { data } = await api('updateProfile', { body: { name } })
      changed.take(data)
      form.reset({ name: data.name })
      const { user, organizations } = app.mainContext
      if (user) app.signIn({ ...user, name: data.name }, organizations)
      notifySuccess('Name saved')
    },
  })
  return (
    <Form form={form} label="Profile" className="max-w-110 space-y-4 px-4 py-5 md:px-5">
      <FormField form={form} name="name" label="Name" autoComplete="name" dir="auto" />
      <Field
        label="Email"
        type="email"
        size="lg"
        autoComplete="username"
        readOnly
        value={account.email}
        help="You sign in with this email. Ask an admin to change it."
      />
      {account.identityProvider !== null && (
        <p className="text-sm wrap-anywhere text-muted">
          You sign in by <bdi className="font-medium text-ink">{account.identityProvider}</bdi>.
        </p>
      )}
      <Problem form={form} />
      <Submit form={form}>Save</Submit>
    </Form>
  )
}
