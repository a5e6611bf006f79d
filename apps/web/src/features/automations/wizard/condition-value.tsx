import type { Condition } from '@foyer/contracts/automations/conditions.rules.ts'
import { type Field as ConditionField, fieldOf } from '@foyer/contracts/automations/fields.rules.ts'
import { type ConditionValue, LIST_MAX, valueKindOf } from '@foyer/contracts/automations/operators.rules.ts'
import { Field } from '../../../ui/field.tsx'
import { ManySelect } from '../../../ui/many-select.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Catalog } from '../use-catalog.ts'
import { choicesOf, withChosen } from './catalog-choices.rules.ts'
import { NumberField, TimeField, Wrong } from './small-fields.tsx'
import { WordsField } from './words-field.tsx'

interface ConditionValueProps {
  condition: Condition
  catalog: Catalog
  error: string | undefined
  onChange: (value: ConditionValue) => void
}

const FLAGS = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

const LABEL = 'Value'
const pairOf = (value: ConditionValue): readonly unknown[] => (Array.isArray(value) ? value : [])
const listOf = (value: ConditionValue): readonly string[] => pairOf(value).map(String)

function removedWords({ source }: ConditionField): string | null {
  if (source === 'staff') return 'Removed staff member'
  return source === 'doctors' ? 'Removed doctor' : null
}

/** The value that a rule asks for, by what its field and operator take. */
export function ConditionValueField({ condition, catalog, error, onChange }: ConditionValueProps) {
  const field = fieldOf(condition.field)
  if (field === undefined) return null
  const { value } = condition
  const known = choicesOf(catalog, field.key)
  const choices = withChosen(known ?? [], [value].flat().map(String), catalog.names, removedWords(field))
  switch (valueKindOf(field.type, condition.operator)) {
    case 'true':
      return null
    case 'flag':
      return (
        <Select
          label={LABEL}
          value={value === false ? 'no' : 'yes'}
          choices={FLAGS}
          onChange={(next) => onChange(next === 'yes')}
          className="w-full"
        />
      )
    case 'number':
      return <Whole label={LABEL} value={value} error={error} onChange={onChange} />
    case 'range': {
      const [low = '', high = ''] = pairOf(value)
      return (
        <div className="min-w-0">
          <div className="flex items-center gap-2">
            <Whole label="From" value={low} error={undefined} onChange={(next) => onChange(pair(next, high))} />
            <span className="text-sm">and</span>
            <Whole label="To" value={high} error={undefined} onChange={(next) => onChange(pair(low, next))} />
          </div>
          <Wrong message={error} />
        </div>
      )
    }
    case 'times': {
      const [from = '', to = ''] = listOf(value)
      return (
        <div className="min-w-0">
          <div className="flex items-center gap-2">
            <TimeField label="From" value={from} error={undefined} onChange={(next) => onChange([next, to])} />
            <span className="text-sm">and</span>
            <TimeField label="To" value={to} error={undefined} onChange={(next) => onChange([from, next])} />
          </div>
          <Wrong message={error} />
        </div>
      )
    }
    case 'choices':
      return known === null ? (
        <WordsField label={LABEL} words={listOf(value)} most={LIST_MAX} error={error} onChange={onChange} />
      ) : (
        <div className="min-w-0">
          <ManySelect
            label={LABEL}
            values={listOf(value)}
            choices={choices}
            onChange={(next) => onChange(next.slice(0, LIST_MAX))}
            className="w-full"
          />
          <Wrong message={error} />
        </div>
      )
    case 'choice':
      return known === null ? (
        <Typed value={value} error={error} onChange={onChange} />
      ) : (
        <div className="min-w-0">
          <Select
            label={LABEL}
            value={String(value)}
            choices={value === '' ? [{ value: '', label: 'Choose' }, ...choices] : choices}
            onChange={onChange}
            className="w-full"
          />
          <Wrong message={error} />
        </div>
      )
    default:
      return <Typed value={value} error={error} onChange={onChange} />
  }
}

/** A range while one end is not typed holds texts beside numbers. */
const pair = (low: unknown, high: unknown) => [low, high] as unknown as readonly number[]

interface TypedProps {
  value: ConditionValue
  error: string | undefined
  onChange: (value: ConditionValue) => void
}

function Typed({ value, error, onChange }: TypedProps) {
  return (
    <Field
      label={LABEL}
      hideLabel
      error={error}
      autoComplete="off"
      value={String(value)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface WholeProps {
  label: string
  value: unknown
  error: string | undefined
  onChange: (value: number | '') => void
}

function Whole({ label, value, error, onChange }: WholeProps) {
  return (
    <NumberField
      {...{ label, error, onChange }}
      hideLabel
      className="w-24"
      value={typeof value === 'number' ? value : ''}
    />
  )
}
