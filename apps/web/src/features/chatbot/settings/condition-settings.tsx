import type { FlowRule, NodeOf } from '@foyer/contracts/chatbot/flow.ts'
import { ruleOps } from '@foyer/contracts/chatbot/limits.rules.ts'
import { Select } from '../../../ui/select.tsx'
import { AnswersField } from './answers-field.tsx'
import { WaysOut } from './setting-fields.tsx'
import { type BlockProps, freshRule, isYesNo, ruleFields } from './settings.rules.ts'

const OPS: Readonly<Record<FlowRule['op'], string>> = {
  ...{ is: 'is', isNot: 'is not', has: 'has the word', known: 'is known', unknown: 'is not known' },
  ...{ more: 'is more than', less: 'is less than', before: 'is before', after: 'is after' },
}
const VALUES: Readonly<Record<string, readonly { value: string; label: string }[]>> = {
  language: [
    { value: 'en', label: 'English' },
    { value: 'es', label: 'Spanish' },
  ],
  channel: [
    { value: 'sms', label: 'Text message' },
    { value: 'chat', label: 'Website' },
  ],
}
const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** Cases from above to below: the first that holds is taken. */
export function ConditionSettings(props: BlockProps<NodeOf<'condition'>>) {
  const fields = ruleFields(props.flow)
  return (
    <>
      <AnswersField
        {...props}
        legend="Cases"
        word="case"
        fresh={(id) => ({ id, label: 'New case', rule: freshRule('open') })}
        more={({ label, rule }, change) => (
          <div className="space-y-1.5 border-t border-line p-2">
            <Select
              label={`${label}, what is asked`}
              size="sm"
              value={rule?.field ?? ''}
              choices={rule === undefined ? [{ value: '', label: 'Pick what is asked' }, ...fields] : fields}
              onChange={(field) => change({ rule: field === '' ? undefined : freshRule(field) })}
              className="w-full"
            />
            {rule !== undefined && <RuleValue {...{ label, rule }} onChange={(next) => change({ rule: next })} />}
          </div>
        )}
      />
      <WaysOut {...props} />
    </>
  )
}

interface RuleValueProps {
  label: string
  rule: FlowRule
  onChange: (rule: FlowRule) => void
}

function RuleValue({ label, rule, onChange }: RuleValueProps) {
  const { field, op, value } = rule
  const listed = isYesNo(field) ? YES_NO : VALUES[field]
  if (listed !== undefined)
    return (
      <Select
        label={`${label}, value`}
        size="sm"
        value={String(value)}
        choices={listed}
        onChange={(next) => onChange({ ...rule, op: 'is', value: isYesNo(field) ? next === 'true' : next })}
        className="w-full"
      />
    )
  return (
    <>
      <Select
        label={`${label}, how`}
        size="sm"
        value={op}
        choices={ruleOps.map((one) => ({ value: one, label: OPS[one] }))}
        onChange={(next) =>
          onChange(
            next === 'known' || next === 'unknown' ? { field, op: next } : { field, op: next, value: value ?? '' },
          )
        }
        className="w-full"
      />
      {op !== 'known' && op !== 'unknown' && (
        <input
          aria-label={`${label}, compared with`}
          autoComplete="off"
          maxLength={200}
          value={String(value ?? '')}
          onChange={({ target }) => onChange({ ...rule, value: target.value })}
          className="focus-shell h-7 w-full rounded-md border border-control bg-raised px-2 text-xs pointer-coarse:h-11"
        />
      )}
    </>
  )
}
