import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { collisionsIn } from '@foyer/contracts/outreach/reply-words.rules.ts'
import { halfHours } from '@foyer/contracts/time/time-of-day.rules.ts'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { FormField, FormTextArea, FormTick } from '../../../parts/form/form-fields.tsx'
import type { Form as FormOf } from '../../../parts/form/use-form.ts'
import { Section } from '../../../parts/page-sheet.tsx'
import { FormWording } from '../../../parts/wording.tsx'
import { SettingsFoot, SettingsForm } from '../settings-form.tsx'
import { useSettingsForm } from '../use-settings-form.ts'
import { ClosedDaysFields } from './closed-days-fields.tsx'
import { changedParts, hoursErrors, quietWords, settingsBody, type TypedHours, typedOf } from './hours.rules.ts'
import { ToldPreview } from './told-preview.tsx'
import { WeekFields } from './week-fields.tsx'

const RULES = { typedOf, check: hoursErrors, changedParts }

interface HoursFormProps {
  settings: InboxSettings
  /** Saves the input in place of the settings that filled this form. */
  onSave: (typed: TypedHours, seen: InboxSettings) => Promise<InboxSettings>
}

export function HoursForm({ settings, onSave }: HoursFormProps) {
  const halves = useId()
  const state = useSettingsForm({ settings, onSave, rules: RULES, saidWhenSaved: 'Hours and replies saved' })
  const { form, seen } = state

  return (
    <SettingsForm state={state} label="Hours and replies">
      <datalist id={halves}>
        {halfHours().map((half) => (
          <option key={half} value={half} />
        ))}
      </datalist>
      <Section
        title="Opening hours"
        detail={`HH:MM. A day may have several parts; one that is open until midnight ends at 24:00.${seen.version === 0 ? ' Until you save them, waiting times count all hours.' : ''}`}
      >
        <WeekFields form={form} halves={halves} />
      </Section>
      <Section title="Closed days" detail="Holidays and other days you’re closed.">
        <ClosedDaysFields form={form} />
      </Section>
      <Section
        title="Reply while closed"
        detail="Sent once per conversation until you open again, in your website’s chat too."
      >
        <Reply form={form} />
      </Section>
      <Section
        title="Quiet hours"
        detail="Texts that patients did not ask for, such as reminders, wait until quiet hours end."
      >
        <Quiet form={form} halves={halves} />
      </Section>
      <Section title="Answer to HELP" detail="Carriers require one. Leave it empty to use the standard text.">
        <div className="max-w-130">
          <FormTextArea form={form} name="helpMessage" label="Answer" rows={3} />
          <FormWording form={form} name="helpMessage" find={collisionsIn} />
        </div>
      </Section>
      <Preview form={form} timezone={settings.timezone} halves={halves} />
      <SettingsFoot state={state} />
    </SettingsForm>
  )
}

function Reply({ form }: { form: FormOf<TypedHours> }) {
  const { enabled, message } = useWatch({ control: form.control, name: 'afterHours' })
  return (
    <div className="space-y-4">
      <FormTick
        form={form}
        name="afterHours.enabled"
        label="Answer texts that come while closed"
        detail="It never goes to anyone who opted out or asked not to be texted."
      />
      <div className="max-w-130">
        <FormTextArea form={form} name="afterHours.message" label="What it says" rows={4} />
        <FormWording form={form} name="afterHours.message" find={collisionsIn} />
      </div>
      <figure>
        <figcaption className="mb-1 text-sm font-medium">
          {enabled ? 'Patients read' : 'Patients would read'}
        </figcaption>
        <p
          dir="auto"
          className="w-fit max-w-90 rounded-xl border border-auto-line border-dashed bg-bubble-auto px-3 py-2 text-base whitespace-pre-wrap wrap-anywhere"
        >
          {message.trim() === '' ? '…' : message}
        </p>
      </figure>
    </div>
  )
}

function Quiet({ form, halves }: { form: FormOf<TypedHours>; halves: string }) {
  const quiet = useWatch({ control: form.control, name: 'quietHours' })
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-3">
        <FormField
          form={form}
          name="quietHours.from"
          label="Quiet from"
          list={halves}
          placeholder="HH:MM"
          className="w-32"
        />
        <FormField
          form={form}
          name="quietHours.to"
          label="Quiet to"
          list={halves}
          placeholder="HH:MM"
          className="w-32"
        />
      </div>
      <p className="text-sm text-muted">{quietWords(quiet)}</p>
    </div>
  )
}

/** The parts that the preview computes with. */
const COMPUTED = /^(week|closedDays|quietHours)\b/

function Preview({ form, timezone, halves }: { form: FormOf<TypedHours>; timezone: string; halves: string }) {
  useWatch({ control: form.control })
  const typed = form.getValues()
  const isComplete = !Object.keys(hoursErrors(typed)).some((path) => COMPUTED.test(path))
  return <ToldPreview settings={isComplete ? { ...settingsBody(typed), timezone } : null} {...{ timezone, halves }} />
}
