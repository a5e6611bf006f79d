import { type Definition, NAME_MAX, TELL_MAX } from '@foyer/contracts/automations/definition.rules.ts'
import { actionsSummary, conditionsSummary, proposedName } from '@foyer/contracts/automations/sentence.rules.ts'
import { triggerSummary } from '@foyer/contracts/automations/trigger-phrases.rules.ts'
import { Funnel, Hourglass, type LucideIcon, RotateCw, UserCheck, Zap } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { offlineWords } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { ManySelect } from '../../../ui/many-select.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Switch } from '../switch.tsx'
import type { Catalog } from '../use-catalog.ts'
import { staffOf } from './action-fields.tsx'
import { actionDetail } from './action-words.rules.ts'
import { isWhole, nameProblem } from './draft-problems.rules.ts'
import { Findings } from './findings.tsx'
import { Forecast } from './forecast.tsx'
import { OnePatient } from './one-patient.tsx'
import { definitionOf, type Tried, type Written } from './wizard-memory.ts'

interface ReviewStepProps {
  written: Written
  catalog: Catalog
  organizationId: string
  /** Null for a new one. */
  automationId: string | null
  turnsOn: boolean
  trying: 'idle' | 'asking' | 'shown' | 'failed'
  tried: Tried | null
  tryError: unknown
  isTried: boolean
  offline: boolean
  now: Date
  timezone: string
  onChange: (values: Partial<Written>) => void
  onTurnOn: (on: boolean) => void
  onGo: (step: 1 | 2 | 3) => void
  onTryAgain: () => void
}

/** The last step: its name, its parts, one patient, and what the check found. */
export function ReviewStep(props: ReviewStepProps) {
  const { written, catalog, turnsOn, isTried, onChange, onTurnOn, onGo } = props
  const { organizationId, automationId, now, timezone, offline } = props
  const { name, tell, trigger } = written
  const { names } = catalog
  const shown = name ?? proposedName(written, names)
  const rows = [
    ['Trigger', Hourglass, trigger === null ? '' : triggerSummary(trigger, names), 1],
    ['Conditions', Funnel, conditionsSummary(written, names) || 'All of them', 2],
    ['Actions', Zap, actionsSummary(written, names), 3],
  ] as const
  return (
    <div className="space-y-6">
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label="Name"
          autoComplete="off"
          error={isTried || shown.length > NAME_MAX ? nameProblem(shown) : undefined}
          value={shown}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <div className="min-w-0">
          <p aria-hidden className="mb-1 text-sm font-medium">
            If it fails, tell
          </p>
          <ManySelect
            label="If it fails, tell"
            none="Nobody"
            icon={UserCheck}
            values={tell}
            choices={staffOf(catalog, tell)}
            onChange={(users) => onChange({ tell: users.slice(0, TELL_MAX) })}
            className="w-full"
          />
        </div>
      </div>
      <ul aria-label="Summary" className="divide-y divide-line rounded-lg border border-line-strong bg-raised">
        {rows.map(([title, Icon, words, step]) => (
          <SummaryRow key={title} {...{ title, Icon, words }} onEdit={() => onGo(step)} />
        ))}
      </ul>
      <Titled title="One patient, start to end">
        <Trial {...props} />
      </Titled>
      {props.tried !== null && props.tried.findings.length > 0 && (
        <Titled title="What to know before">
          <Findings findings={props.tried.findings} />
        </Titled>
      )}
      <div className="flex items-center gap-3 rounded-lg border border-line-strong bg-raised p-3.5">
        <Switch label="Turn on now" checked={turnsOn} onChange={onTurnOn} />
        <div className="min-w-0">
          <p aria-hidden className="text-sm font-semibold">
            Turn on now
          </p>
          <p className="text-xs text-muted">
            {turnsOn
              ? 'It starts with what happens from now on. What was before stays as it is.'
              : 'It is kept as a draft, and nothing starts.'}
          </p>
          {turnsOn && isWhole(written) && (
            <Forecast
              {...{ organizationId, automationId, now, timezone, offline }}
              definition={definitionOf(written) as Definition}
            />
          )}
        </div>
      </div>
    </div>
  )
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-sm font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}

interface SummaryRowProps {
  title: string
  Icon: LucideIcon
  words: string
  onEdit: () => void
}

function SummaryRow({ title, Icon, words, onEdit }: SummaryRowProps) {
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3.5 py-2.5 md:grid-cols-[1.25rem_6rem_minmax(0,1fr)_auto]">
      <Icon aria-hidden size={17} strokeWidth={1.75} className="text-muted" />
      <p className="text-sm font-semibold">{title}</p>
      <p className="text-sm wrap-anywhere max-md:col-span-3 max-md:row-start-2">{words}</p>
      <Button kind="ghost" size="sm" aria-label={`Edit ${title.toLowerCase()}`} onClick={onEdit}>
        Edit
      </Button>
    </li>
  )
}

function Trial(props: ReviewStepProps) {
  const { written, catalog, trying, tried, tryError, offline, now, timezone, onTryAgain } = props
  const isFirst = tried === null
  if (trying === 'failed')
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-bad-text">
        <p className="min-w-0 wrap-anywhere">{`It could not be tried. ${failureMessage(tryError)}`}</p>
        <Button size="sm" icon={RotateCw} onClick={onTryAgain}>
          Try again
        </Button>
      </div>
    )
  if (isFirst && offline) return <p className="text-sm text-muted">{offlineWords('Trying it')}</p>
  if (isFirst)
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <Spinner size={14} />
        It is being tried on one patient
      </p>
    )
  if (tried.example === null)
    return (
      <p className="text-sm text-muted">There is nobody yet to try it on. It will start when the first one fits.</p>
    )
  const details = new Map(written.actions.map((one) => [one.sequence, actionDetail(one, catalog.names)]))
  return <OnePatient example={tried.example} {...{ details, now, timezone }} />
}
