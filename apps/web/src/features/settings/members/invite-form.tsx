import type { Role } from '@foyer/contracts/organization.ts'
import { Send } from 'lucide-react'
import { emailError } from '../../../lib/account-fields.rules.ts'
import { roleChoices } from '../../../lib/roles.rules.ts'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormField, FormSelect } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { notifySuccess } from '../../../ui/notify.tsx'
import { useInvite } from './members.queries.ts'

/** The most common role. */
const USUAL: Role = 'agent'

export function InviteForm({ organizationId }: { organizationId: string }) {
  const invite = useInvite(organizationId)
  const form = useForm({
    initial: { email: '', role: USUAL },
    check: ({ email }) => ({ email: emailError(email) }),
    send: async ({ email, role }, key) => {
      await invite(email, role, key)
      form.resetField('email')
      notifySuccess(`Invitation sent to ${email}`)
    },
  })
  return (
    <Form form={form} label="Invite someone" className="space-y-3">
      <div className="flex flex-wrap items-start gap-3">
        <FormField form={form} name="email" label="Email" type="email" className="min-w-0 flex-1 basis-56" />
        <FormSelect form={form} name="role" label="Role" choices={roleChoices} />
        <Submit form={form} size="lg" icon={Send} className="mt-5.5">
          Send invitation
        </Submit>
      </div>
      <Problem form={form} />
    </Form>
  )
}
