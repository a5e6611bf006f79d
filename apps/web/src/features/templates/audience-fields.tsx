import type { Audience } from '@foyer/contracts/campaign/campaign.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { PatientField } from '../../parts/patient-field.tsx'
import { useApi } from '../../parts/services.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { audienceWords, type TemplateDraft } from './template-draft.rules.ts'

interface AudienceFieldsProps {
  organizationId: string
  draft: TemplateDraft
  error: string | undefined
  onChange: (values: Partial<TemplateDraft>) => void
}

const ALL: Audience = { kind: 'filters', rules: [] }
const isAll = (audience: Audience | null) => audience?.kind === 'filters' && audience.rules.length === 0
/** As many campaigns are offered. */
const OFFERED = 50

/** Who gets each run: all patients, chosen ones, or those of a campaign's rules. */
export function AudienceFields({ organizationId, draft: { audience, type }, error, onChange }: AudienceFieldsProps) {
  const api = useApi()
  const campaigns = useQuery({
    queryKey: ['campaigns', organizationId, 'audiences'],
    queryFn: async ({ signal }) =>
      (await api('campaigns', { query: { organizationId, kind: 'once', limit: OFFERED }, signal })).data,
  })
  const withRules = (campaigns.data ?? []).filter((one) => one.audience?.kind === 'filters' && !isAll(one.audience))
  const isKept = audience !== null && audience.kind !== 'patients' && !isAll(audience)
  const value = audience === null ? 'nobody' : isAll(audience) ? 'all' : isKept ? 'kept' : 'patients'
  function choose(next: string) {
    if (next === 'nobody') return onChange({ audience: null })
    if (next === 'all') return onChange({ audience: ALL })
    if (next === 'patients') return onChange({ audience: { kind: 'patients', patientIds: [] } })
    const campaign = withRules.find(({ _id }) => _id === next)
    if (campaign) onChange({ audience: campaign.audience })
  }
  return (
    <fieldset aria-label="Audience" className="min-w-0 space-y-3">
      <SelectField
        label="Patients"
        value={value}
        choices={[
          { value: 'nobody', label: 'Nobody yet' },
          { value: 'all', label: 'All patients' },
          { value: 'patients', label: 'Chosen patients' },
          ...(isKept ? [{ value: 'kept', label: audienceWords(audience) }] : []),
          ...withRules.map(({ _id, name }) => ({ value: _id, label: `By the rules of “${name}”` })),
        ]}
        onChange={choose}
        className="w-80"
      />
      {campaigns.isError && (
        <p role="alert" className="text-sm text-bad-text">
          The campaigns did not load, so their rules are not offered.
        </p>
      )}
      {audience?.kind === 'patients' && (
        <Chosen
          {...{ organizationId, type }}
          patientIds={audience.patientIds}
          onChange={(patientIds) => onChange({ audience: { kind: 'patients', patientIds } })}
        />
      )}
      {error !== undefined && (
        <p role="alert" className="flex items-center gap-1.5 text-sm text-bad-text">
          <CircleAlert aria-hidden size={15} className="shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface ChosenProps {
  organizationId: string
  type: TemplateDraft['type']
  patientIds: readonly string[]
  onChange: (patientIds: string[]) => void
}

/** The chosen ones by name. One who gets nothing now, and was chosen earlier, is only counted. */
function Chosen({ organizationId, type, patientIds, onChange }: ChosenProps) {
  const api = useApi()
  const [stored] = useState(patientIds)
  const sample = useQuery({
    queryKey: ['campaignAudience', organizationId, type, stored],
    queryFn: async ({ signal }) => {
      const audience = { kind: 'patients' as const, patientIds: [...stored] }
      return (await api('campaignAudience', { body: { organizationId, type, audience }, signal })).data.sample
    },
    enabled: stored.length > 0,
  })
  const found = new Map(sample.data?.map(({ patientId, name }) => [patientId, name]))
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  return (
    <>
      <PatientField
        organizationId={organizationId}
        chosen={null}
        clearLabel={(name) => `Remove ${name}`}
        onChange={(patient) => {
          if (patient === null || patientIds.includes(patient._id)) return
          setNames(new Map(names).set(patient._id, patient.name))
          onChange([...patientIds, patient._id])
        }}
      />
      {patientIds.length > 0 && (
        <ul aria-label="Chosen patients" className="flex flex-wrap gap-1.5">
          {patientIds.map((id, place) => {
            const shown = names.get(id) ?? found.get(id) ?? `Patient ${place + 1}`
            return (
              <li
                key={id}
                className="inline-flex items-center gap-1 rounded-full border border-line-strong pl-3 text-sm"
              >
                <bdi className="wrap-anywhere">{shown}</bdi>
                <IconButton
                  icon={X}
                  size="sm"
                  label={`Remove ${shown}`}
                  onClick={() => onChange(patientIds.filter((one) => one !== id))}
                />
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
