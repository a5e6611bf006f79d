import {
  type FilterField,
  type FilterUnit,
  filterFields,
  filterLabel,
  filterUnits,
  kindOf,
  operatorLabel,
  operatorsOf,
} from '@foyer/contracts/campaign/filters.rules.ts'
import { X } from 'lucide-react'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { CampaignChoice, DoctorChoice, ImportChoice } from './record-choices.tsx'
import { newRule, type TypedRule, withOperator } from './typed-rules.rules.ts'

interface RuleRowProps {
  organizationId: string
  rule: TypedRule
  /** From 0 on. */
  place: number
  error: string | undefined
  onChange: (rule: TypedRule) => void
  onRemove: () => void
}

/** One rule of an audience: field, operator, value. */
export function RuleRow({ organizationId, rule, place, error, onChange, onRemove }: RuleRowProps) {
  const { field, op } = rule
  const name = `Rule ${place + 1}`
  const fields = filterFields.map((value) => ({ value, label: filterLabel(value) }))
  const operators = operatorsOf(field).map((value) => ({ value, label: operatorLabel(value) }))
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 md:grid-cols-[2.5rem_11rem_9.5rem_minmax(0,1fr)_auto]">
      <span className="pt-1.5 text-sm text-muted max-md:hidden pointer-coarse:pt-3">{place === 0 ? 'Who' : 'and'}</span>
      <Select<FilterField>
        label={`${name}, field`}
        value={field}
        choices={fields}
        onChange={(next) => onChange(newRule(rule.key, next))}
        className="w-full"
      />
      <Select
        label={`${name}, operator`}
        value={op}
        choices={operators}
        onChange={(next) => onChange(withOperator(rule, next))}
        className="w-full max-md:col-start-1"
      />
      <div className="flex min-w-0 flex-wrap items-start gap-2 max-md:col-start-1">
        <RuleValue {...{ organizationId, rule, name, error, onChange }} />
      </div>
      <div className="max-md:col-start-2 max-md:row-start-1">
        <IconButton icon={X} label={`Remove rule ${place + 1}`} onClick={onRemove} />
      </div>
    </li>
  )
}

interface RuleValueProps {
  organizationId: string
  rule: TypedRule
  name: string
  error: string | undefined
  onChange: (rule: TypedRule) => void
}

const UNITS: Readonly<Record<FilterUnit, string>> = { day: 'days', week: 'weeks', month: 'months', year: 'years' }
const unitChoices = filterUnits.map((value) => ({ value, label: UNITS[value] }))
const GENDERS = { female: 'Female', male: 'Male', other: 'Other', unknown: 'Unknown' }
const WAYS = { text: 'Text', call: 'Call', email: 'Email' }
const FLAGS = { yes: 'Yes', no: 'No' }
const ZONES = {
  'America/New_York': 'Eastern',
  'America/Chicago': 'Central',
  'America/Denver': 'Mountain',
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
}
const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

function RuleValue({ organizationId, rule, name, error, onChange }: RuleValueProps) {
  const { field, op, text, unit, day } = rule
  const kind = kindOf(field, op)
  const put = (words: string) => onChange({ ...rule, text: words })
  const label = `${name}, value`
  const words = (className: string, about = label) => (
    <Field
      {...{ label: about, error, className }}
      hideLabel
      autoComplete="off"
      value={text}
      onChange={({ target }) => put(target.value)}
    />
  )
  const choice = (all: Readonly<Record<string, string>>) => {
    const known = Object.hasOwn(all, text) ? all : { ...all, [text]: text === '' ? 'Choose one' : text }
    return (
      <div className="min-w-0">
        <Select {...{ label }} value={text} choices={choicesOf(known)} onChange={put} className="w-40" />
        {error !== undefined && <p className="mt-1 text-xs text-bad-text">{error}</p>}
      </div>
    )
  }
  const record = { ...{ organizationId, label, error }, value: text, onChange: put }
  switch (kind) {
    case 'years':
      return words('w-40')
    case 'span':
      return (
        <>
          {words('w-20')}
          <Select<FilterUnit>
            label={`${name}, unit`}
            value={unit}
            choices={unitChoices}
            onChange={(next) => onChange({ ...rule, unit: next })}
          />
        </>
      )
    case 'typeSince':
      return (
        <>
          {words('w-40', `${name}, kind of visit`)}
          <Field
            label={`${name}, day`}
            hideLabel
            type="date"
            value={day}
            onChange={({ target }) => onChange({ ...rule, day: target.value })}
            className="w-38"
          />
        </>
      )
    case 'gender':
      return choice(GENDERS)
    case 'contact':
      return choice(WAYS)
    case 'flag':
      return choice(FLAGS)
    case 'zone':
      return choice(ZONES)
    case 'doctor':
      return <DoctorChoice {...record} />
    case 'campaign':
      return <CampaignChoice {...record} />
    case 'import':
      return <ImportChoice {...record} />
    case 'insurance':
      return words('w-52')
    case 'visitType':
      return words('w-52')
    default:
      return null
  }
}
