import { invitationFields } from '@foyer/contracts/appointments/reminder-words.rules.ts'
import type { SavedVisitSettings } from '@foyer/contracts/appointments/settings-calls.ts'
import { halfHours } from '@foyer/contracts/time/time-of-day.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { Plus } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { useMedia } from '../../../lib/use-media.ts'
import { useNow } from '../../../lib/use-now.ts'
import { FormField, FormTick } from '../../../parts/form/form-fields.tsx'
import type { Form as FormOf } from '../../../parts/form/use-form.ts'
import { Section } from '../../../parts/page-sheet.tsx'
import { useServices } from '../../../parts/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingsFoot, SettingsForm } from '../settings-form.tsx'
import { useSettingsForm } from '../use-settings-form.ts'
import { CadenceFields } from './cadence-fields.tsx'
import { ForecastFigure } from './forecast-figure.tsx'
import { PhonePreview } from './phone-preview.tsx'
import type { Clinic } from './sample.rules.ts'
import { ShownText } from './shown-text.ts'
import { usePreviewedForecast } from './use-forecast.ts'
import { changedParts } from './visit-words.rules.ts'
import {
  CADENCES_MAX,
  newCadence,
  settingsOf,
  type TextPath,
  type TypedVisits,
  typedOf,
  visitErrors,
  writtenAt,
} from './visits.rules.ts'
import { WordsField } from './words-field.tsx'

const BESIDE_LOOK = 'xl:grid xl:grid-cols-[minmax(0,1fr)_20rem]'
/** The preview fits beside the form from this width on. */
const BESIDE = '(width >= 1280px)'

const RULES = { typedOf, check: visitErrors, changedParts }

interface VisitsFormProps {
  organizationId: string
  clinic: Clinic
  settings: SavedVisitSettings
  /** Saves the input in place of the settings that filled this form. */
  onSave: (typed: TypedVisits, seen: SavedVisitSettings) => Promise<SavedVisitSettings>
}

export function VisitsForm({ organizationId, clinic, settings, onSave }: VisitsFormProps) {
  const halves = useId()
  const now = useNow(useServices().clock)
  const isBeside = useMedia(BESIDE)
  const [path, show] = useState<TextPath>('reminders.0.steps.0.text')
  const state = useSettingsForm({ settings, onSave, rules: RULES, saidWhenSaved: 'Visits and reminders saved' })
  const { form, seen } = state
  const shown = useMemo(() => ({ path, show, clinic, now, isBeside }), [path, clinic, now, isBeside])
  const forecast = <Forecast {...{ form, organizationId }} version={seen.version} today={dayIn(now, clinic.timezone)} />

  return (
    <ShownText value={shown}>
      <SettingsForm state={state} label="Visits and reminders" className={BESIDE_LOOK}>
        <datalist id={halves}>
          {halfHours().map((half) => (
            <option key={half} value={half} />
          ))}
        </datalist>
        <div className="min-w-0 divide-y divide-line">
          <Cadences {...{ form, halves }} />
          <Replies form={form} />
          <NoShow {...{ form, halves }} />
          <Section title="Invitation" detail="Sent from the due dates, when you invite a patient to book.">
            <WordsField form={form} name="invitation.text" label="Text of the invitation" fields={invitationFields} />
          </Section>
          {!isBeside && <div className="px-4 py-5 md:px-5">{forecast}</div>}
          <SettingsFoot state={state} />
        </div>
        {isBeside && (
          <aside aria-label="Preview" className="border-l border-line">
            <div className="sticky top-0 space-y-6 p-5">
              <Preview {...{ form, path, clinic, now }} />
              {forecast}
            </div>
          </aside>
        )}
      </SettingsForm>
    </ShownText>
  )
}

interface Part {
  form: FormOf<TypedVisits>
}

function Cadences({ form, halves }: Part & { halves: string }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'reminders' })
  const hasAny = fields.some(({ isAny }) => isAny)
  const add = (isAny: boolean) => {
    const made = newCadence(form.getValues('reminders'), { isAny, newId: () => crypto.randomUUID() })
    append(made, {
      shouldFocus: true,
      focusName: `reminders.${fields.length}.${isAny ? 'enabled' : 'appointmentType'}`,
    })
    form.onChange()
  }
  return (
    <>
      {fields.map(({ id }, place) => (
        <CadenceFields
          key={id}
          {...{ form, halves, place }}
          isAlone={fields.length === 1}
          onRemove={() => remove(place)}
        />
      ))}
      {fields.length < CADENCES_MAX && (
        <div className="flex flex-wrap gap-2 px-4 py-4 md:px-5">
          <Button icon={Plus} onClick={() => add(false)}>
            Add a kind of visit
          </Button>
          {!hasAny && (
            <Button icon={Plus} onClick={() => add(true)}>
              Add reminders for every other kind
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function Replies({ form }: Part) {
  const answers = useWatch({ control: form.control, name: 'replies.answers' })
  return (
    <Section title="Replies" detail="What a patient’s answer to a reminder does.">
      <div className="space-y-3">
        <FormTick
          form={form}
          name="replies.read"
          label="A clear yes confirms the visit automatically"
          detail="Anything that doubts, asks or declines still waits for you."
        />
        <FormTick form={form} name="replies.answers" label="Answer a confirmation" />
        {answers && <WordsField form={form} name="replies.thanks" label="Text of the answer" />}
      </div>
    </Section>
  )
}

function NoShow({ form, halves }: Part & { halves: string }) {
  return (
    <Section
      title="After a missed visit"
      detail="Sent once, unless the patient has written since or has a later visit."
    >
      <div className="space-y-3">
        <FormTick form={form} name="noShow.enabled" label="Text patients who did not come" />
        <FormField
          form={form}
          name="noShow.at"
          label="At, that day"
          list={halves}
          placeholder="HH:MM"
          className="w-32"
        />
        <WordsField form={form} name="noShow.text" label="Text after a missed visit" />
      </div>
    </Section>
  )
}

function Preview({ form, path, ...place }: Part & { path: TextPath; clinic: Clinic; now: Date }) {
  useWatch({ control: form.control })
  return <PhonePreview {...place} written={writtenAt(path, form.getValues())} />
}

interface ForecastProps extends Part {
  organizationId: string
  version: number
  today: string
}

function Forecast({ form, organizationId, version, today }: ForecastProps) {
  useWatch({ control: form.control })
  const typed = form.getValues()
  const isComplete = Object.keys(visitErrors(typed)).length === 0
  const forecast = usePreviewedForecast(organizationId, isComplete ? settingsOf(typed) : null, version)
  return <ForecastFigure {...{ forecast, today }} note={isComplete ? undefined : 'Correct the fields to see it.'} />
}
