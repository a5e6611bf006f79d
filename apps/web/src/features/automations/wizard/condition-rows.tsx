import { type Condition, type ConditionItem, isGroup } from '@foyer/contracts/automations/conditions.rules.ts'
import { type Field, fieldOf } from '@foyer/contracts/automations/fields.rules.ts'
import { type Operator, operatorLabel, operatorsOf } from '@foyer/contracts/automations/operators.rules.ts'
import { clsx } from 'clsx'
import { Plus, Split, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Catalog } from '../use-catalog.ts'
import { ConditionValueField } from './condition-value.tsx'
import { newCondition, usualField, withOperator } from './draft.rules.ts'
import type { Problems } from './draft-problems.rules.ts'
import { Wrong } from './small-fields.tsx'

interface ConditionRowsProps {
  items: readonly ConditionItem[]
  /** "conditions", or that of a step's guard. */
  path: string
  /** The fields that can be asked for. */
  fields: readonly Field[]
  problems: Problems
  catalog: Catalog
  onChange: (items: readonly ConditionItem[]) => void
}

/** Rules that must all hold, and groups of which one rule is enough. */
export function ConditionRows(props: ConditionRowsProps) {
  const { items, path, fields, problems, catalog, onChange } = props
  const usual = usualField(fields, items)
  const put = (index: number, next: ConditionItem | null) =>
    onChange(items.flatMap((item, place) => (place !== index ? [item] : next === null ? [] : [next])))
  return (
    <>
      {items.length > 0 && (
        <ul aria-label="Rules" className="space-y-2">
          {items.map((item, index) => {
            const own = `${path}[${index}]`
            const joint = index === 0 ? 'If' : 'and'
            return (
              <li
                key={own}
                aria-label={`Rule ${index + 1}`}
                className="rounded-lg border border-line-strong bg-raised p-2"
              >
                {isGroup(item) ? (
                  <GroupRows
                    {...{ fields, problems, catalog, joint }}
                    path={own}
                    any={item.any}
                    usual={usual}
                    onChange={(any) => put(index, any.length === 0 ? null : { any })}
                  />
                ) : (
                  <ConditionRow
                    {...{ fields, problems, catalog, joint }}
                    path={own}
                    condition={item}
                    onChange={(next) => put(index, next)}
                    onRemove={() => put(index, null)}
                  />
                )}
                <Wrong message={problems[own]} />
              </li>
            )
          })}
        </ul>
      )}
      <Wrong message={problems[path]} />
      <div className={clsx('flex flex-wrap gap-2', items.length > 0 && 'mt-2')}>
        <Button icon={Plus} onClick={() => onChange([...items, newCondition(usual)])}>
          Add a rule
        </Button>
        <Button
          kind="ghost"
          icon={Split}
          onClick={() => onChange([...items, { any: [newCondition(usual), newCondition(usual)] }])}
        >
          Add “or” group
        </Button>
      </div>
    </>
  )
}

interface RowParts {
  path: string
  /** "If", "and", "or" */
  joint: string
  fields: readonly Field[]
  problems: Problems
  catalog: Catalog
}

interface GroupRowsProps extends RowParts {
  any: readonly Condition[]
  usual: string
  onChange: (any: readonly Condition[]) => void
}

function GroupRows({ any, usual, onChange, joint, path, ...parts }: GroupRowsProps) {
  return (
    <div className="space-y-2">
      <ul aria-label="One of these" className="space-y-2">
        {any.map((condition, index) => (
          <li key={`${path} ${index}`} aria-label={`Part ${index + 1}`}>
            <ConditionRow
              {...parts}
              {...{ condition }}
              joint={index === 0 ? joint : 'or'}
              path={`${path}.any[${index}]`}
              onChange={(next) => onChange(any.map((one, place) => (place === index ? next : one)))}
              onRemove={() => onChange(any.filter((_, place) => place !== index))}
            />
          </li>
        ))}
      </ul>
      <Button kind="ghost" size="sm" icon={Plus} onClick={() => onChange([...any, newCondition(usual)])}>
        Add to the group
      </Button>
    </div>
  )
}

interface ConditionRowProps extends RowParts {
  condition: Condition
  onChange: (condition: Condition) => void
  onRemove: () => void
}

function ConditionRow(props: ConditionRowProps) {
  const { condition, path, joint, fields, problems, catalog, onChange, onRemove } = props
  const field = fieldOf(condition.field)
  const offered = field === undefined || fields.includes(field) ? fields : [...fields, field]
  const operators = field === undefined ? [] : operatorsOf(field)
  return (
    <div className="grid grid-cols-[2rem_minmax(0,1fr)_auto] items-start gap-2 md:grid-cols-[2rem_minmax(0,11rem)_minmax(0,8.5rem)_minmax(0,1fr)_auto]">
      <span className="pl-1 text-sm leading-8 text-muted pointer-coarse:leading-11">{joint}</span>
      <div className="min-w-0">
        <Select
          label="Field"
          value={condition.field}
          choices={offered.map(({ key, label }) => ({ value: key, label }))}
          onChange={(key) => onChange(newCondition(key))}
          className="w-full"
        />
        <Wrong message={problems[`${path}.field`]} />
      </div>
      <div className="min-w-0 max-md:col-start-2">
        <Select<Operator>
          label="Is"
          value={condition.operator}
          choices={operators.map((value) => ({ value, label: operatorLabel(value) }))}
          onChange={(operator) => onChange(withOperator(condition, operator))}
          className="w-full"
        />
        <Wrong message={problems[`${path}.operator`]} />
      </div>
      <div className="min-w-0 max-md:col-start-2">
        <ConditionValueField
          {...{ condition, catalog }}
          error={problems[`${path}.value`]}
          onChange={(value) => onChange({ ...condition, value })}
        />
      </div>
      <div className="max-md:col-start-3 max-md:row-start-1">
        <IconButton icon={Trash2} label="Remove the rule" onClick={onRemove} />
      </div>
    </div>
  )
}
