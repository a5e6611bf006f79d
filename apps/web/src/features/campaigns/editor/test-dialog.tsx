import type { CampaignType } from '@foyer/contracts/campaign/steps.rules.ts'
import { emailProblem, phoneProblem } from '../../../parts/form/contact-problems.rules.ts'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormField } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { useApi } from '../../../parts/services.tsx'
import { useIdempotencyKeys } from '../../../parts/visits/use-idempotency-keys.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'

interface TestDialogProps {
  organizationId: string
  campaignId: string
  type: CampaignType
  /** The member's own address. */
  email: string
  onClose: () => void
}

/** Sends the saved words once, to the member's own phone or address. */
export function TestDialog({ onClose, ...test }: TestDialogProps) {
  return (
    <Drawer open title="Send me a test" onClose={onClose}>
      <TestForm {...test} onSent={onClose} />
    </Drawer>
  )
}

type TestFormProps = Omit<TestDialogProps, 'onClose'> & { onSent: () => void }

function TestForm({ organizationId, campaignId, type, email, onSent }: TestFormProps) {
  const api = useApi()
  const withKey = useIdempotencyKeys()
  const isText = type === 'SMS'
  const form = useForm<{ to: string }>({
    initial: { to: isText ? '' : email },
    check: ({ to }) => {
      if (to === '') return { to: isText ? 'Type your number' : 'Type your address' }
      return { to: isText ? phoneProblem(to) : emailProblem(to) }
    },
    send: async ({ to }) => {
      const asked = { params: { id: campaignId }, body: { organizationId, to } }
      await withKey(asked, (idempotencyKey) => api('testCampaign', { ...asked, idempotencyKey }))
      notifySuccess(`The test is on its way to ${to}`)
      onSent()
    },
  })
  return (
    <Form form={form} label="Test" className="space-y-4 p-4">
      <p className="text-sm text-muted">
        The words as they were last saved, with the details of an invented patient and “[Test]” before them. It is in no
        figure.
      </p>
      <FormField
        form={form}
        name="to"
        label={isText ? 'Your phone number' : 'Your email address'}
        type={isText ? 'tel' : 'email'}
      />
      <Problem form={form} />
      <Submit form={form} size="lg" action="A test">
        Send the test
      </Submit>
    </Form>
  )
}
