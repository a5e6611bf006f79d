import { Form, Problem, Submit } from '../../parts/form/form.tsx'
import { FormField } from '../../parts/form/form-fields.tsx'
import { useForm } from '../../parts/form/use-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import { pathError, titleError } from './bi-words.rules.ts'
import { useAddBiDashboard } from './use-bi-dashboards.ts'

interface AddBiDashboardProps {
  organizationId: string
  onAdded: () => void
}

export function AddBiDashboard({ organizationId, onAdded }: AddBiDashboardProps) {
  const add = useAddBiDashboard(organizationId)
  const form = useForm({
    initial: { title: '', path: '' },
    check: ({ title, path }) => ({ title: titleError(title), path: pathError(path) }),
    async send(typed, key) {
      await add(typed, key)
      notifySuccess(`${typed.title} added`)
      onAdded()
    },
  })
  return (
    <Form form={form} label="Add a BI dashboard" className="space-y-4 p-4">
      <FormField form={form} name="title" label="Title" />
      <FormField
        form={form}
        name="path"
        label="Path"
        help="The part of its address after the host, like /embed/dashboards/12"
      />
      <Problem form={form} />
      <Submit form={form} action="Adding">
        Add the dashboard
      </Submit>
    </Form>
  )
}
