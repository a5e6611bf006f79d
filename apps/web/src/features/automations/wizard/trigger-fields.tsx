import { INTENT_LABELS } from '@foyer/contracts/automations/choices.rules.ts'
import type { Intent } from '@foyer/contracts/automations/intent-names.rules.ts'
import { LIST_MAX } from '@foyer/contracts/automations/operators.rules.ts'
import type { Between, Trigger } from '@foyer/contracts/automations/triggers.rules.ts'
import { Select } from '../../../ui/select.tsx'
import type { Catalog } from '../use-catalog.ts'
import { withChosen } from './catalog-choices.rules.ts'
import type { Problems } from './draft-problems.rules.ts'
import { Row } from './row.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { DurationField, NumberField, TimeField } from './small-fields.tsx'
import { Toggles } from './toggles.tsx'
import { WordsField } from './words-field.tsx'

interface TriggerFieldsProps {
  trigger: Trigger
  problems: Problems
  catalog: Catalog
  onChange: (trigger: Trigger) => void
}

/** The fields of the chosen card, as parts of a sentence. Null for a card without any. */
export function TriggerFields(props: TriggerFieldsProps) {
  const { trigger, problems, catalog, onChange } = props
  const change = (values: object) => onChange({ ...trigger, ...values } as Trigger)
  switch (trigger.kind) {
    case 'appointmentReminderDue':
      return (
        <>
          <Row>
            <span>Start</span>
            <DurationField
              label="How long before"
              value={trigger.before}
              error={problems['trigger.before']}
              onChange={(before) => change({ before })}
            />
            <span>before the visit,</span>
            <BetweenFields between={trigger.between} problems={problems} onChange={(between) => change({ between })} />
          </Row>
          <Row>
            <Select
              label="Which visits"
              value={trigger.unconfirmedOnly ? 'unconfirmed' : 'all'}
              choices={[
                { value: 'unconfirmed', label: 'Only visits that are not confirmed' },
                { value: 'all', label: 'All visits' },
              ]}
              onChange={(value) => change({ unconfirmedOnly: value === 'unconfirmed' })}
              className="max-w-full"
            />
            <Select
              label="Booked later than that"
              value={trigger.late}
              choices={[
                { value: 'skip', label: 'Skip visits that are booked later' },
                { value: 'now', label: 'Start at once for visits that are booked later' },
              ]}
              onChange={(late) => change({ late })}
              className="max-w-full"
            />
          </Row>
        </>
      )
    case 'appointmentFollowUpDue':
      return (
        <Row>
          <span>Start</span>
          <DurationField
            label="How long after"
            value={trigger.after}
            error={problems['trigger.after']}
            onChange={(after) => change({ after })}
          />
          <span>after the visit,</span>
          <BetweenFields between={trigger.between} problems={problems} onChange={(between) => change({ between })} />
        </Row>
      )
    case 'recallDue':
      return <RecallFields {...props} days={trigger.days} between={trigger.between} change={change} />
    case 'inboundMessage':
      return <TextFields {...props} trigger={trigger} change={change} />
    case 'campaignReply': {
      const { campaignId } = trigger
      const known = (catalog.data?.campaigns ?? []).map(({ _id, name }) => ({ value: _id, label: name }))
      const chosen = campaignId === null ? [] : [campaignId]
      const campaigns = withChosen(known, chosen, catalog.names, 'Removed campaign')
      return (
        <Row>
          <Select
            label="Campaign"
            value={campaignId ?? ''}
            choices={[{ value: '', label: 'Any campaign' }, ...campaigns]}
            onChange={(id) => change({ campaignId: id === '' ? null : id })}
            className="max-w-full"
          />
        </Row>
      )
    }
    case 'conversationWaiting':
      return (
        <Row>
          <span>Start after</span>
          <NumberField
            label="Minutes"
            hideLabel
            className="w-20"
            error={problems['trigger.minutes']}
            value={trigger.minutes === 0 ? '' : trigger.minutes}
            onChange={(minutes) => change({ minutes: minutes === '' ? 0 : minutes })}
          />
          <span>minutes, counted</span>
          <Select
            label="Counted"
            value={trigger.officeHours ? 'office' : 'all'}
            choices={[
              { value: 'office', label: 'while the office is open' },
              { value: 'all', label: 'around the clock' },
            ]}
            onChange={(value) => change({ officeHours: value === 'office' })}
          />
        </Row>
      )
    case 'patientImported':
      return (
        <Row>
          <Select
            label="From"
            value={trigger.source}
            choices={[
              { value: 'any', label: 'From anywhere' },
              { value: 'upload', label: 'Only from an upload' },
            ]}
            onChange={(source) => change({ source })}
          />
        </Row>
      )
    case 'reviewArrived':
      return (
        <Toggles
          label="Stars"
          values={trigger.stars}
          choices={[1, 2, 3, 4, 5].map((value) => ({ value, label: value === 1 ? '1 star' : `${value} stars` }))}
          error={problems['trigger.stars']}
          onChange={(stars) => change({ stars: stars.toSorted() })}
        />
      )
    case 'schedule':
      return <ScheduleFields {...props} trigger={trigger} change={change} />
    default:
      return null
  }
}

interface BetweenProps {
  between: Between | null
  problems: Problems
  onChange: (between: Between | null) => void
}

function BetweenFields({ between, problems, onChange }: BetweenProps) {
  return (
    <>
      <Select
        label="Hours"
        value={between === null ? 'any' : 'between'}
        choices={[
          { value: 'between', label: 'between' },
          { value: 'any', label: 'at any hour' },
        ]}
        onChange={(value) => onChange(value === 'any' ? null : { from: '09:00', to: '18:30' })}
      />
      {between !== null && (
        <>
          <TimeField
            label="From"
            value={between.from}
            error={problems['trigger.between.from']}
            onChange={(from) => onChange({ ...between, from })}
          />
          <span>and</span>
          <TimeField
            label="To"
            value={between.to}
            error={problems['trigger.between.to']}
            onChange={(to) => onChange({ ...between, to })}
          />
        </>
      )}
    </>
  )
}

type Change = (values: object) => void

interface RecallProps extends Pick<TriggerFieldsProps, 'problems'> {
  days: number
  between: Between | null
  change: Change
}

function RecallFields({ days, between, problems, change }: RecallProps) {
  const isAfter = days > 0
  return (
    <Row>
      <span>Start</span>
      <NumberField
        label="Days"
        hideLabel
        className="w-16"
        error={problems['trigger.days']}
        value={Math.abs(days)}
        onChange={(n) => change({ days: (n === '' ? 0 : Math.abs(n)) * (isAfter ? 1 : -1) || 0 })}
      />
      <span>days</span>
      <Select
        label="Before or after"
        value={isAfter ? 'after' : 'before'}
        choices={[
          { value: 'before', label: 'before the due date' },
          { value: 'after', label: 'after the due date' },
        ]}
        onChange={(value) => change({ days: Math.max(1, Math.abs(days)) * (value === 'after' ? 1 : -1) })}
      />
      <BetweenFields between={between} problems={problems} onChange={(next) => change({ between: next })} />
    </Row>
  )
}

interface TextProps extends Pick<TriggerFieldsProps, 'problems'> {
  trigger: Extract<Trigger, { kind: 'inboundMessage' }>
  change: Change
}

function TextFields({ trigger, problems, change }: TextProps) {
  const { words, match, intent } = trigger
  if (words !== null)
    return (
      <div className="flex flex-wrap items-start gap-3">
        <WordsField
          label="Words"
          words={words}
          most={LIST_MAX}
          error={problems['trigger.words']}
          onChange={(next) => change({ words: next })}
        />
        <div>
          <p aria-hidden className="mb-1 text-sm font-medium">
            Found as
          </p>
          <Select
            label="Found as"
            value={match}
            choices={[
              { value: 'word', label: 'Words anywhere' },
              { value: 'phrase', label: 'Words in a row' },
            ]}
            onChange={(value) => change({ match: value })}
          />
        </div>
      </div>
    )
  if (intent === null) return null
  return (
    <Row>
      <span>The text is about</span>
      <Select<Intent>
        label="Meaning"
        value={intent}
        choices={Object.entries(INTENT_LABELS).map(([value, label]) => ({ value: value as Intent, label }))}
        onChange={(value) => change({ intent: value })}
      />
    </Row>
  )
}
