import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import { daysFrom } from '@foyer/contracts/time/wall-clock.rules.ts'
import { useWatch } from 'react-hook-form'
import { laterLabel } from '../../../lib/time-labels.rules.ts'
import { Form, Submit } from '../../../parts/form/form.tsx'
import { FormField, FormTextArea } from '../../../parts/form/form-fields.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { useServices } from '../../../parts/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { isSendable } from './composer.rules.ts'
import { fieldValue, fromField, laterProblem } from './send-later.rules.ts'

const TEXT_LENGTH = `Write 1 to ${MESSAGE_MAX.toLocaleString('en-US')} characters`

export interface ScheduledSend {
  readonly sendAt: Date
  readonly message: string
}

interface LaterDialogProps {
  title: string
  /** The label of the button. */
  save: string
  phone: boolean
  timezone: string
  /** Null for a new text without a time. */
  sendAt: Date | null
  /** The text, when the dialog edits it too. */
  message?: string
  /** Resolves whether it was saved. A refusal was reported to the user. */
  onSave: (wishes: ScheduledSend) => Promise<boolean>
  onClose: () => void
}

/** The first suggestion for a new text. */
function tomorrow(now: Date, timezone: string): Date {
  return daysFrom(now, { days: 1, time: '08:00' }, timezone)
}

/** The dialog that chooses when a text is sent, in the clinic's time. */
export function LaterDialog({ title, save, phone, timezone, sendAt, message, onSave, onClose }: LaterDialogProps) {
  const { clock } = useServices()
  const first = sendAt ?? tomorrow(clock.now(), timezone)
  const form = useForm({
    initial: { at: fieldValue(first, timezone), message: message ?? '' },
    check: ({ at, message: words }) => ({
      at: laterProblem(fromField(at, timezone), clock.now()) ?? undefined,
      message: message !== undefined && !isSendable(words) ? TEXT_LENGTH : undefined,
    }),
    send: async ({ at, message: words }) => {
      const wanted = fromField(at, timezone)
      if (wanted) await onSave({ sendAt: wanted, message: words })
    },
  })
  const at = fromField(useWatch({ control: form.control, name: 'at' }), timezone)
  const Overlay = phone ? Sheet : Drawer
  return (
    <Overlay open onClose={onClose} title={title}>
      <Form form={form} label={title} className="flex flex-col gap-4 p-4">
        {message !== undefined && <FormTextArea form={form} name="message" label="Text" />}
        <FormField
          form={form}
          name="at"
          label="Day and time"
          type="datetime-local"
          help={at === null ? '' : `Goes out ${laterLabel(at, clock.now(), timezone)}, by the clinic’s clock.`}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Submit form={form}>{save}</Submit>
        </div>
      </Form>
    </Overlay>
  )
}
