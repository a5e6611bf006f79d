import type { SavedOutreachSettings } from '@foyer/contracts/outreach/settings-calls.ts'
import { useState } from 'react'
import { Form, Problem, Submit } from '../../../parts/form/form.tsx'
import { FormField, FormTextArea } from '../../../parts/form/form-fields.tsx'
import { OvertakenNotice } from '../../../parts/form/overtaken-notice.tsx'
import { UnsavedGuard } from '../../../parts/form/unsaved-guard.tsx'
import { useForm } from '../../../parts/form/use-form.ts'
import { Section } from '../../../parts/page-sheet.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { changedParts, mineOver, outreachProblems, type TypedOutreach, titleOf, typedOf } from './outreach.rules.ts'
import { OutreachConflict } from './use-outreach-settings.ts'

interface OutreachFormProps {
  settings: SavedOutreachSettings
  /** Saves the input in place of the settings that filled this form. */
  onSave: (typed: TypedOutreach, seen: SavedOutreachSettings) => Promise<SavedOutreachSettings>
}

/** The scroll margin keeps a focused field above the bar with the save button. */
const LOOK = 'divide-y divide-line [&_input]:scroll-mb-24 [&_textarea]:scroll-mb-24'

export function OutreachForm({ settings, onSave }: OutreachFormProps) {
  const [seen, setSeen] = useState(settings)
  const [overtaken, setOvertaken] = useState<SavedOutreachSettings | null>(null)
  const form = useForm<TypedOutreach>({
    initial: typedOf(settings),
    check: outreachProblems,
    send: async (typed) => {
      try {
        const saved = await onSave(typed, seen)
        setSeen(saved)
        setOvertaken(null)
        form.reset(typedOf(saved))
        notifySuccess('Settings of campaigns saved')
      } catch (error) {
        if (!(error instanceof OutreachConflict)) throw error
        setOvertaken(error.theirs)
      }
    },
  })
  const field = (name: keyof TypedOutreach, help: string, className = 'w-44') => (
    <FormField form={form} name={name} label={titleOf(name)} {...{ help, className }} />
  )
  return (
    <Form form={form} label="Campaigns" className={LOOK}>
      <UnsavedGuard unsaved={form.isDirty} />
      <Section title="Pace and price" detail="What your carrier agreed to, and what it charges.">
        <div className="flex flex-wrap gap-4">
          {field('segmentsPerSecond', 'How many the clinic’s number may send.')}
          {field('pricePerSegment', 'For the cost that the editor shows.')}
          {field('currency', 'Such as USD.', 'w-32')}
        </div>
      </Section>
      <Section title="Limits" detail="The rest of a day’s texts stays with the staff.">
        <div className="flex flex-wrap gap-4">
          {field('failurePercent', 'Percent of the last texts. The campaign then pauses itself.', 'w-56')}
          {field('dailyShare', 'Percent that campaigns may use.', 'w-56')}
        </div>
      </Section>
      <Section title="Links" detail="Where the links of texts and emails may lead.">
        <div className="space-y-4">
          {field('bookingUrl', 'The field “Booking link” leads there. Empty: the field has no value.', 'max-w-120')}
          <FormTextArea
            form={form}
            name="linkHosts"
            label={titleOf('linkHosts')}
            rows={3}
            help="One a line, with the hosts below them. Empty: links may lead anywhere."
            className="max-w-120"
          />
        </div>
      </Section>
      <Section
        title="Emails"
        detail="The law wants the clinic’s postal address at the foot of each email of a campaign."
      >
        <FormTextArea
          form={form}
          name="postalAddress"
          label={titleOf('postalAddress')}
          rows={2}
          help="Without it no email campaign is launched."
          className="max-w-120"
        />
      </Section>
      <div className="sticky bottom-0 z-1 space-y-3 bg-surface px-4 py-3 md:rounded-b-lg md:px-5">
        {overtaken && (
          <OvertakenNotice
            {...{ form, seen, overtaken, rules: { typedOf, changedParts, mineOver } }}
            what="these settings"
            onSettled={() => {
              setSeen(overtaken)
              setOvertaken(null)
            }}
          />
        )}
        <Problem form={form} />
        <Submit form={form} size="lg">
          Save
        </Submit>
      </div>
    </Form>
  )
}
