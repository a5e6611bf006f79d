import { SelectField } from '../../ui/select-field.tsx'
import type { TemplateDraft } from './template-draft.rules.ts'

interface KindFieldsProps {
  draft: TemplateDraft
  onChange: (values: Partial<TemplateDraft>) => void
}

/** How the words are sent, and what for. */
export function KindFields({ draft: { type, purpose }, onChange }: KindFieldsProps) {
  return (
    <div className="mb-4 flex flex-wrap items-end gap-4">
      <SelectField
        label="Type"
        value={type}
        choices={[
          { value: 'SMS', label: 'Text' },
          { value: 'email', label: 'Email' },
        ]}
        onChange={(next) => onChange({ type: next })}
      />
      <SelectField
        label="Purpose"
        value={purpose}
        choices={[
          { value: 'care', label: 'Care' },
          { value: 'promotion', label: 'Promotion' },
        ]}
        onChange={(next) => onChange({ purpose: next })}
      />
      {purpose === 'promotion' && (
        <p className="min-w-0 flex-1 basis-60 pb-2 text-sm text-muted">
          Only patients whose written consent to promotion is on record get it.
        </p>
      )}
    </div>
  )
}
