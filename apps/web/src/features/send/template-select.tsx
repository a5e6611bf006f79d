import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import type { Clinic } from '../../parts/campaigns/clinic.ts'
import { useOutreachLinks } from '../../parts/campaigns/use-outreach-links.ts'
import { useTemplates } from '../../parts/campaigns/use-templates.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { filledFor, type TypedNotification } from './send.rules.ts'

/** The filled words of a template. */
export interface TemplateWords {
  readonly name: string
  readonly subject: string | null
  readonly content: string
}

interface TemplateSelectProps {
  organization: Clinic
  record: PatientRecord | null
  /** The record of the chosen patient is not read yet. */
  isAwaited: boolean
  type: TypedNotification['type']
  onTake: (words: TemplateWords) => void
}

/** The templates of the type that have words; a chosen one replaces what is written. */
export function TemplateSelect({ organization, record, isAwaited, type, onTake }: TemplateSelectProps) {
  const { _id: organizationId, name: clinicName, timezone } = organization
  const templates = useTemplates(organizationId)
  const { bookingUrl, clinicPhone, reading } = useOutreachLinks(organizationId)
  const usable = (templates.data ?? []).filter((one) => one.type === type && one.content.trim() !== '')
  if (templates.isError || reading.isError)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-bad-text">
        The templates did not load.
        <Button
          size="sm"
          busy={templates.isFetching || reading.isFetching}
          onClick={() => {
            if (templates.isError) templates.refetch()
            if (reading.isError) void reading.refetch()
          }}
        >
          Load again
        </Button>
      </p>
    )
  // A template that is taken before has gaps for the details of the patient, and for the number and the booking page of the clinic.
  if (usable.length === 0 || isAwaited || !reading.isSuccess) return null
  function take(id: string) {
    const template = usable.find(({ _id }) => _id === id)
    if (!template) return
    const clinic = { name: clinicName, timezone, phoneNumber: clinicPhone }
    const fill = (words: string) => filledFor(words, record, clinic, bookingUrl)
    const { name, subject, content } = template
    onTake({ name, subject: subject === null ? null : fill(subject), content: fill(content) })
  }
  return (
    <SelectField
      label="Template"
      value=""
      choices={[
        { value: '', label: 'Start from a template' },
        ...usable.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
      onChange={take}
      className="w-72"
    />
  )
}
