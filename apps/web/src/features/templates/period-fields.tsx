import { CAMPAIGN_NAME_MAX } from '@foyer/contracts/campaign/limits.rules.ts'
import { DayField } from '../../parts/campaigns/day-field.tsx'
import { TimeField } from '../../parts/campaigns/time-field.tsx'
import { offlineReason } from '../../parts/use-offline.ts'
import { Field } from '../../ui/field.tsx'
import { ActiveSwitch } from './active-switch.tsx'
import type { TemplateDraft, TemplateErrors } from './template-draft.rules.ts'

interface PeriodFieldsProps {
  draft: TemplateDraft
  errors: TemplateErrors
  /** The clinic's day. */
  today: string
  offline: boolean
  onChange: (values: Partial<TemplateDraft>) => void
}

/** The name, the period and the time of a template, and whether it runs. */
export function PeriodFields({ draft, errors, today, offline, onChange }: PeriodFieldsProps) {
  return (
    <div className="space-y-4">
      <Field
        label="Template name"
        size="lg"
        autoComplete="off"
        maxLength={CAMPAIGN_NAME_MAX}
        value={draft.name}
        error={errors.name}
        onChange={({ target }) => onChange({ name: target.value })}
        className="max-w-120"
      />
      <div className="flex flex-wrap items-start gap-4">
        <Field
          label="Every so many days"
          size="lg"
          inputMode="numeric"
          autoComplete="off"
          value={draft.days}
          error={errors.days}
          onChange={({ target }) => onChange({ days: target.value })}
          className="w-40"
        />
        <TimeField
          value={draft.timeOfDay}
          error={errors.timeOfDay}
          help="On the patients’ clocks"
          className="w-40"
          onChange={(timeOfDay) => onChange({ timeOfDay })}
        />
        <DayField
          label="First run"
          value={draft.startsOn}
          error={errors.startsOn}
          today={today}
          help="Empty: the day after it is turned on"
          className="w-48"
          onChange={(startsOn) => onChange({ startsOn })}
        />
      </div>
      <div>
        <ActiveSwitch
          checked={draft.active}
          disabledReason={offlineReason(offline, 'Changing it')}
          onChange={(active) => onChange({ active })}
        />
        <p className="text-sm text-muted">
          {draft.active ? 'It runs by itself once it is saved.' : 'Nothing is sent while it is turned off.'}
        </p>
      </div>
    </div>
  )
}
