import type { AudienceEditing } from './audience-draft.rules.ts'
import { ChosenPatients } from './chosen-patients.tsx'
import { ImportChoice } from './record-choices.tsx'
import { RuleList } from './rule-list.tsx'

/** The patients of a campaign or a template: rules, chosen patients, or those of an import. */
export function AudiencePart({ disabled = false, ...part }: AudienceEditing & { disabled?: boolean }) {
  const { organizationId, draft, problems, onChange } = part
  const kind = draft.audienceKind
  return (
    <fieldset aria-label="Audience" disabled={disabled} className="min-w-0">
      {kind === 'filters' && <RuleList {...part} />}
      {kind === 'patients' && <ChosenPatients {...part} />}
      {kind === 'import' && (
        <div>
          <p className="mb-1 text-sm">The patients whom an import has written.</p>
          <ImportChoice
            {...{ organizationId, label: 'Import', error: problems.audience }}
            value={draft.importId}
            onChange={(importId) => onChange({ importId })}
          />
        </div>
      )}
    </fieldset>
  )
}
