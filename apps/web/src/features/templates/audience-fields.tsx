import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import {
  AUDIENCE_KINDS,
  type AudienceDraft,
  type AudienceKind,
  typedAudience,
} from '../../parts/campaigns/audience/audience-draft.rules.ts'
import { AudiencePart } from '../../parts/campaigns/audience/audience-part.tsx'
import { useApi } from '../../parts/services.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { TemplateDraft, TemplateErrors } from './template-draft.rules.ts'

interface AudienceFieldsProps {
  organizationId: string
  draft: TemplateDraft
  errors: TemplateErrors
  onChange: (values: Partial<TemplateDraft>) => void
}

/** As many campaigns are offered. */
const OFFERED = 50
const isKind = (value: string): value is AudienceKind => AUDIENCE_KINDS.some((one) => one.value === value)

/** The patients who get each run. The rules of a campaign may be taken over and changed. */
export function AudienceFields({ organizationId, draft, errors, onChange }: AudienceFieldsProps) {
  const api = useApi()
  const campaigns = useQuery({
    queryKey: ['campaigns', organizationId, 'audiences'],
    queryFn: async ({ signal }) =>
      (await api('campaigns', { query: { organizationId, kind: 'once', limit: OFFERED }, signal })).data,
  })
  const names = useNames(organizationId, draft)
  const withRules = (campaigns.data ?? []).flatMap(({ _id, name, audience }) =>
    audience?.kind === 'filters' && audience.rules.length > 0 ? [{ _id, name, audience }] : [],
  )
  function choose(next: string) {
    if (next === 'nobody' || isKind(next)) return onChange({ audienceKind: next })
    const campaign = withRules.find(({ _id }) => _id === next)
    if (campaign) onChange(typedAudience(campaign.audience, () => crypto.randomUUID()))
  }
  return (
    <div className="space-y-3">
      <SelectField
        label="Patients"
        value={draft.audienceKind}
        choices={[
          { value: 'nobody', label: 'Nobody yet' },
          ...AUDIENCE_KINDS,
          ...withRules.map(({ _id, name }) => ({ value: _id, label: `By the rules of “${name}”` })),
        ]}
        onChange={choose}
        className="w-80"
      />
      {campaigns.isError && (
        <p role="alert" className="flex items-center gap-1.5 text-sm text-bad-text">
          <CircleAlert aria-hidden size={15} className="shrink-0" />
          The campaigns did not load, so their rules are not offered.
        </p>
      )}
      <AudiencePart {...{ organizationId, draft, names, onChange }} problems={errors} />
    </div>
  )
}

/** The names of stored patients who get a run. One who gets nothing now has none. */
function useNames(organizationId: string, { type, patients }: AudienceDraft & Pick<TemplateDraft, 'type'>) {
  const api = useApi()
  const unnamed = patients.flatMap(({ _id, name }) => (name === '' ? [_id] : []))
  const { data } = useQuery({
    queryKey: ['campaignAudience', organizationId, type, unnamed],
    queryFn: async ({ signal }) => {
      const audience = { kind: 'patients' as const, patientIds: unnamed }
      return (await api('campaignAudience', { body: { organizationId, type, audience }, signal })).data.sample
    },
    enabled: unnamed.length > 0,
  })
  return new Map(data?.map(({ patientId, name }) => [patientId, name]))
}
