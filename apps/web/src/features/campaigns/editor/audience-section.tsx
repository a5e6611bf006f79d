import type { CountedAudience } from '@foyer/contracts/campaign/launch-calls.ts'
import type { SkipReason } from '@foyer/contracts/campaign/skip-reasons.rules.ts'
import { AUDIENCE_KINDS, type AudienceKind } from '../../../parts/campaigns/audience/audience-draft.rules.ts'
import { AudiencePart } from '../../../parts/campaigns/audience/audience-part.tsx'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'
import { launchRefusals } from '../refusals.rules.ts'
import type { Draft, DraftProblems } from './draft.rules.ts'
import { EditorSection, type Fold } from './editor-section.tsx'
import { ReachBar } from './reach-bar.tsx'

interface AudienceSectionProps {
  organizationId: string
  draft: Draft
  problems: DraftProblems
  disabled: boolean
  fold: Fold | undefined
  counted: CountedAudience | null
  counting: 'idle' | 'asking' | 'counted' | 'failed'
  countError: unknown
  onChange: (values: Partial<Draft>) => void
  onCount: () => void
  onOpen: (reason: SkipReason | null) => void
}

/** The patients of the campaign, and how many of them get it. */
export function AudienceSection(props: AudienceSectionProps) {
  const { organizationId, draft, problems, disabled, fold, counted, counting, countError } = props
  const { onChange, onCount, onOpen } = props
  const kind = draft.audienceKind
  const names = new Map(counted?.sample.map(({ patientId, name }) => [patientId, name]))
  const choose = (
    <Select<AudienceKind>
      label="Patients"
      value={kind}
      choices={AUDIENCE_KINDS}
      onChange={(audienceKind) => onChange({ audienceKind })}
      className="max-w-full"
    />
  )
  return (
    <EditorSection title="Audience" detail="Who gets it" aside={choose} fold={fold}>
      <AudiencePart {...{ organizationId, draft, names, problems, disabled, onChange }} />
      <div className="mt-4 border-t border-line pt-4">
        {counting === 'failed' ? (
          <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-bad-text">
            {`The patients were not counted. ${failureMessage(countError, { ...launchRefusals(countError), ...TOO_MANY })}`}
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
