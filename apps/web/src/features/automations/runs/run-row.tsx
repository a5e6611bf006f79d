import type { AutomationRun } from '@foyer/contracts/automations/automation.ts'
import { TRIGGERS } from '@foyer/contracts/automations/triggers.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronDown, Square } from 'lucide-react'
import { useId, useState } from 'react'
import { conversationTime, timeOfDay } from '../../../lib/time-labels.rules.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'
import { ACTION_ICONS, ACTION_TONES } from '../wizard/icons.ts'
import { RUN_STATES, runReason, stepReason, stepWords } from './run-words.rules.ts'

interface RunRowProps {
  run: AutomationRun
  organizationId: string
  /** The automation is named, because the list has the runs of several. */
  isNamed: boolean
  now: Date
  timezone: string
  offline: boolean
  onStopped: (epoch: string, run: AutomationRun) => void
}

const CHIPS: Readonly<Record<AutomationRun['state'], string>> = {
  done: 'border-line-strong bg-raised text-muted',
  waiting: 'border-auto-line bg-auto text-auto-text',
  stopped: 'border-line-strong bg-raised text-muted',
  missed: 'border-warn-line bg-warn text-warn-text',
  held: 'border-warn-line bg-warn text-warn-text',
  failed: 'border-bad-line bg-bad text-bad-text',
}

/** One run; it opens to its steps with their times and reasons. */
export function RunRow(props: RunRowProps) {
  const { run, isNamed, now, timezone } = props
  const { patientName, name, number, state, startedAt, cause } = run
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const about = patientName ?? nameless(run.subject.kind)
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="focus-inset grid w-full grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5 text-left hover:bg-hover md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6.5rem_6rem_auto] md:px-5"
      >
        <span className="min-w-0 text-sm font-medium wrap-anywhere">
          <bdi>{about}</bdi>
        </span>
        <span className="min-w-0 text-xs wrap-anywhere text-muted max-md:col-start-1 max-md:row-start-2 md:text-sm">
          {isNamed ? name : (causeWords(cause.kind) ?? name)}
          {number > 1 && <span className="num">{` · version ${number}`}</span>}
        </span>
        <span
          className={clsx(
            'justify-self-start rounded-full border px-2 py-px text-xs font-medium max-md:col-start-2 max-md:row-start-1',
            CHIPS[state],
          )}
        >
          {RUN_STATES[state]}
        </span>
        <span className="num text-right text-xs text-muted max-md:col-start-2 max-md:row-start-2 md:text-sm">
          {conversationTime(new Date(startedAt), now, timezone)}
        </span>
        <ChevronDown
          aria-hidden
          size={16}
          className={clsx(
            'shrink-0 text-muted transition-transform duration-(--duration-hover) max-md:col-start-3 max-md:row-start-1',
            isOpen && 'rotate-180',
          )}
        />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <OpenRun {...props} />}
      </div>
    </div>
  )
}

function nameless(kind: AutomationRun['subject']['kind']): string {
  return kind === 'organization' ? 'The clinic' : kind === 'review' ? 'A review' : 'Unknown'
}

function causeWords(kind: string): string | undefined {
  return Object.hasOwn(TRIGGERS, kind) ? TRIGGERS[kind as keyof typeof TRIGGERS].card : undefined
}

function LoadingSentence() {
  return (
    <Skeleton label="Loading: The rule of this run">
      <SkeletonBar className="h-3.5 w-3/5" />
    </Skeleton>
  )
}

function OpenRun({ run, organizationId, now, timezone, offline, onStopped }: RunRowProps) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const { _id: runId, steps, state, conversationId, subject, version } = run
  const detail = useQuery({
    queryKey: ['automationRun', organizationId, runId, version],
    queryFn: async ({ signal }) => (await api('automationRun', { query: { organizationId, runId }, signal })).data,
  })
  const why = runReason(run, now, timezone)

  async function stop(): Promise<void> {
    setBusy(true)
    try {
      const answer = await api('stopAutomationRun', { body: { organizationId, runId } })
      onStopped(answer.epoch, answer.data)
    } catch (error) {
      notifyError(`It was not stopped. ${failureMessage(error)}`)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="space-y-3 bg-sunken px-4 py-3 md:px-5">
      <QueryState query={detail} what="The rule of this run" skeleton={<LoadingSentence />}>
        {({ sentence }) => <p className="text-sm wrap-anywhere text-muted">{sentence}</p>}
      </QueryState>
      {why !== null && <p className="text-sm">{why}</p>}
      {steps.length > 0 && (
        <ol aria-label="Steps" className="space-y-2">
          {steps.map((step) => {
            const Icon = ACTION_ICONS[step.kind]
            const reason = stepReason(step)
            return (
              <li key={step.sequence} className="flex items-start gap-2.5 text-sm">
                <span
                  aria-hidden
                  className={clsx(
                    'grid size-6 shrink-0 place-items-center rounded-sm',
                    step.outcome === 'done' ? ACTION_TONES[step.kind] : 'bg-press text-muted',
                  )}
                >
                  <Icon size={14} strokeWidth={1.75} />
                </span>
                <span className="min-w-0 flex-1 leading-6">
                  {stepWords(step)}
                  {reason !== null && <span className="block text-xs text-muted">{reason}</span>}
                </span>
                {step.at !== null && (
                  <span className="num text-xs leading-6 text-muted">{timeOfDay(new Date(step.at), timezone)}</span>
                )}
              </li>
            )
          })}
        </ol>
      )}
      <div className="flex flex-wrap gap-2">
        {conversationId !== null && (
          <Link
            to={`/inbox?conversation=${encodeURIComponent(conversationId)}`}
            className={buttonLook('default', 'sm')}
          >
            Open the conversation
          </Link>
        )}
        {subject.kind === 'review' && (
          <Link to={`/reviews?review=${encodeURIComponent(subject.id)}`} className={buttonLook('default', 'sm')}>
            Open the review
          </Link>
        )}
        {(state === 'waiting' || state === 'held') && (
          <Button
            size="sm"
            icon={Square}
            busy={busy}
            disabledReason={offlineReason(offline, 'Stopping')}
            onClick={() => void stop()}
          >
            Stop
          </Button>
        )}
      </div>
    </div>
  )
}
