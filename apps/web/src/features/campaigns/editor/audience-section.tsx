import type { CountedAudience } from '@foyer/contracts/campaign/launch-calls.ts'
import type { SkipReason } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import { FileSpreadsheet, Plus, X } from 'lucide-react'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { PatientField } from '../../../parts/patient-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'
import { type AudienceKind, type Draft, type DraftProblems, mayAddRule } from './draft.rules.ts'
import { EditorSection } from './editor-section.tsx'
import { ReachBar } from './reach-bar.tsx'
import { ImportChoice } from './record-choices.tsx'
import { RuleRow } from './rule-row.tsx'
import { newRule } from './typed-rules.rules.ts'

interface AudienceSectionProps {
  organizationId: string
  draft: Draft
  problems: DraftProblems
  disabled: boolean
  counted: CountedAudience | null
  counting: 'idle' | 'asking' | 'counted' | 'failed'
  countError: unknown
  onChange: (values: Partial<Draft>) => void
  onCount: () => void
  onOpen: (reason: SkipReason | null) => void
}

const KINDS: readonly { readonly value: AudienceKind; readonly label: string }[] = [
  { value: 'filters', label: 'All patients' },
  { value: 'patients', label: 'Chosen patients' },
  { value: 'import', label: 'A list from Excel' },
]

/** The patients of the campaign, and how many of them get it. */
export function AudienceSection(props: AudienceSectionProps) {
  const { organizationId, draft, problems, disabled, counted, counting, countError, onChange, onCount, onOpen } = props
  const kind = draft.audienceKind
  const choose = (
    <Select<AudienceKind>
      label="Patients"
      value={kind}
      choices={KINDS}
      onChange={(audienceKind) => onChange({ audienceKind })}
      className="max-w-full"
    />
  )
  return (
    <EditorSection title="Audience" detail="Who gets it" aside={choose}>
      <fieldset aria-label="Audience" disabled={disabled} className="min-w-0">
        {kind === 'filters' && <Rules {...{ organizationId, draft, problems, onChange }} />}
        {kind === 'patients' && <Chosen {...{ organizationId, draft, counted, problems, onChange }} />}
        {kind === 'import' && (
          <div>
            <p className="mb-1 text-sm">The patients whom an import has written.</p>
            <ImportChoice
              {...{ organizationId, label: 'Import', error: undefined }}
              value={draft.importId}
              onChange={(importId) => onChange({ importId })}
            />
          </div>
        )}
      </fieldset>
      <div className="mt-4 border-t border-line pt-4">
        {counting === 'failed' ? (
          <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-bad-text">
            {`The patients were not counted. ${failureMessage(countError, TOO_MANY)}`}
            <Button size="sm" onClick={onCount}>
              Count again
            </Button>
          </div>
        ) : counted === null ? (
          <Uncounted isAsking={counting === 'asking'} />
        ) : (
          <ReachBar {...{ counted, onOpen }} type={draft.type} isBehind={counting !== 'counted'} />
        )}
      </div>
    </EditorSection>
  )
}

const TOO_MANY = { too_many: 'These are more than 100,000 patients. Add a rule.' }

function Uncounted({ isAsking }: { isAsking: boolean }) {
  if (!isAsking) return <p className="text-sm text-muted">The number of patients stands here once they are chosen.</p>
  return (
    <Skeleton label="Counting the patients">
      <SkeletonBar className="h-6 w-2/5" />
      <SkeletonBar className="mt-3 h-3 w-full" />
    </Skeleton>
  )
}

type PartProps = Pick<AudienceSectionProps, 'organizationId' | 'draft' | 'problems' | 'onChange'>

function Rules({ organizationId, draft, problems, onChange }: PartProps) {
  const { rules } = draft
  return (
    <>
      {rules.length > 0 && (
        <ul aria-label="Rules" className="space-y-2">
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
      <div className={`flex flex-wrap gap-1 ${rules.length > 0 ? 'mt-2 md:pl-10' : ''}`}>
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

function Chosen({
  organizationId,
  draft: { patients },
  counted,
  problems,
  onChange,
}: PartProps & Pick<AudienceSectionProps, 'counted'>) {
  const names = new Map(counted?.sample.map(({ patientId, name }) => [patientId, name]))
  return (
    <>
      <PatientField
        organizationId={organizationId}
        chosen={null}
        error={problems.audience}
        clearLabel={(name) => `Remove ${name}`}
        onChange={(patient) => {
          if (patient === null || patients.some(({ _id }) => _id === patient._id)) return
          onChange({ patients: [...patients, patient] })
        }}
      />
      {patients.length > 0 && (
        <ul aria-label="Chosen patients" className="mt-3 flex flex-wrap gap-1.5">
          {patients.map(({ _id, name }, place) => {
            const shown = name || names.get(_id) || `Patient ${place + 1}`
            return (
              <li
                key={_id}
                className="inline-flex items-center gap-1 rounded-full border border-line-strong pl-3 text-sm"
              >
                <bdi className="wrap-anywhere">{shown}</bdi>
                <IconButton
                  icon={X}
                  size="sm"
                  label={`Remove ${shown}`}
                  onClick={() => onChange({ patients: patients.filter((one) => one._id !== _id) })}
                />
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
