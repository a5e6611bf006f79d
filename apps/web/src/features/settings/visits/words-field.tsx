import { reminderCollisions } from '@foyer/contracts/appointments/reminder-guard.rules.ts'
import type { ReminderField } from '@foyer/contracts/appointments/reminder-words.rules.ts'
import { Braces } from 'lucide-react'
import { use, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { FormTextArea, useFieldError } from '../../../parts/form/form-fields.tsx'
import type { Form } from '../../../parts/form/use-form.ts'
import { SegmentCounter } from '../../../parts/segment-counter.tsx'
import { Wording } from '../../../parts/wording.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Menu } from '../../../ui/menu.tsx'
import { PhonePreview } from './phone-preview.tsx'
import { sampleText } from './sample.rules.ts'
import { ShownText } from './shown-text.ts'
import { type TextPath, type TypedVisits, writtenAt } from './visits.rules.ts'

const FIELDS: Readonly<Record<ReminderField, string>> = {
  firstName: 'First name',
  doctorName: 'Doctor',
  weekday: 'Weekday',
  appointmentDate: 'Date',
  appointmentTime: 'Time',
  location: 'Location',
  clinic: 'Clinic',
  visitType: 'Visit type',
}

interface WordsFieldProps {
  form: Form<TypedVisits>
  name: TextPath
  label: string
  /** The fields that the text may name; absent: all. */
  fields?: readonly ReminderField[]
}

/** A text to patients: its words, what it costs, what it must not ask for, and how it looks on a phone. */
export function WordsField({ form, name, label, fields = Object.keys(FIELDS) as ReminderField[] }: WordsFieldProps) {
  const shown = use(ShownText)
  const room = useRef<HTMLDivElement>(null)
  useWatch({ control: form.control })
  const error = useFieldError(form, name)
  const written = writtenAt(name, form.getValues())
  if (shown === null || written === null) return null
  const { clinic, now, path, show, isBeside } = shown
  const put = (text: string) => {
    form.setValue(name, text, { shouldDirty: true, shouldValidate: error !== undefined })
    form.onChange()
  }

  /** Puts a field where the caret is. */
  function insert(field: ReminderField) {
    const area = room.current?.querySelector('textarea')
    const [from, to] = [area?.selectionStart ?? written?.text.length, area?.selectionEnd ?? written?.text.length]
    const text = form.getValues(name)
    put(`${text.slice(0, from)}{{${field}}}${text.slice(to)}`)
    area?.focus()
  }
  return (
    <div ref={room}>
      <FormTextArea form={form} name={name} label={label} rows={4} onFocus={() => show(name)} />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Menu
          label={`Insert into ${label}`}
          content={
            <>
              <Braces aria-hidden size={14} className="shrink-0" />
              Insert
            </>
          }
          className={buttonLook('ghost', 'sm')}
          entries={fields.map((field) => ({ label: FIELDS[field], onSelect: () => insert(field) }))}
        />
        {written.channel !== 'email' && written.text.trim() !== '' && (
          <SegmentCounter text={sampleText(written, clinic, now)} note={false} />
        )}
      </div>
      <Wording text={written.text} findings={reminderCollisions(written.text)} said={error} onTake={put} />
      {!isBeside && path === name && (
        <div className="mt-3">
          <PhonePreview {...{ written, clinic, now }} />
        </div>
      )}
    </div>
  )
}
