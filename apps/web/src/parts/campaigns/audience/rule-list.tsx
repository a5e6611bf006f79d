import { clsx } from 'clsx'
import { FileSpreadsheet, Plus } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { type AudienceEditing, mayAddRule } from './audience-draft.rules.ts'
import { RuleRow } from './rule-row.tsx'
import { newRule } from './typed-rules.rules.ts'

/** The rules of an audience, all of which must hold. */
export function RuleList({ organizationId, draft, problems, onChange }: AudienceEditing) {
  const { rules } = draft
  return (
    <>
      {rules.length > 0 && (
        <ul aria-label="Rules" className="space-y-2 max-md:space-y-4">
          {rules.map((rule, place) => (
            <RuleRow
              key={rule.key}
              {...{ organizationId, rule, place }}
              error={problems[`rules.${rule.key}`]}
              onChange={(next) => onChange({ rules: rules.map((one) => (one.key === rule.key ? next : one)) })}
              onRemove={() => onChange({ rules: rules.filter(({ key }) => key !== rule.key) })}
            />
          ))}
        </ul>
      )}
      <div className={clsx('flex flex-wrap gap-1', rules.length > 0 && 'mt-2 md:pl-10')}>
        {mayAddRule(draft) && (
          <Button
            kind="ghost"
            icon={Plus}
            onClick={() => onChange({ rules: [...rules, newRule(crypto.randomUUID())] })}
          >
            Add a rule
          </Button>
        )}
        <Button kind="ghost" icon={FileSpreadsheet} onClick={() => onChange({ audienceKind: 'import' })}>
          Use a list from Excel
        </Button>
      </div>
    </>
  )
}
