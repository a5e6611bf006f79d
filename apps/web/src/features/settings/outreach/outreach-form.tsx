import type { SavedOutreachSettings } from '@foyer/contracts/outreach/settings-calls.ts'
import { FormField, FormTextArea } from '../../../parts/form/form-fields.tsx'
import { Section } from '../../../parts/page-sheet.tsx'
import { SettingsFoot, SettingsForm } from '../settings-form.tsx'
import { useSettingsForm } from '../use-settings-form.ts'
import { changedParts, mineOver, outreachProblems, type TypedOutreach, titleOf, typedOf } from './outreach.rules.ts'

interface OutreachFormProps {
  settings: SavedOutreachSettings
  /** Saves the input in place of the settings that filled this form. */
  onSave: (typed: TypedOutreach, seen: SavedOutreachSettings) => Promise<SavedOutreachSettings>
}

const RULES = { typedOf, check: outreachProblems, changedParts, mineOver }

export function OutreachForm({ settings, onSave }: OutreachFormProps) {
  const saidWhenSaved = 'Settings of campaigns saved'
  const state = useSettingsForm({ settings, onSave, rules: RULES, saidWhenSaved })
  const { form } = state
  const field = (name: keyof TypedOutreach, help: string, className = 'w-44') => (
    <FormField form={form} name={name} label={titleOf(name)} {...{ help, className }} />
  )
  return (
    <SettingsForm state={state} label="Campaigns">
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
      <SettingsFoot state={state} />
    </SettingsForm>
  )
}
