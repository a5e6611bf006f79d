import type { AutomationRun } from '@foyer/contracts/automations/automation.ts'
import { RUN_WORD_SENTENCES } from '@foyer/contracts/automations/states.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { ChevronDown, ChevronUp, Hourglass, RotateCw, Square } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'
import { focusMessages } from '../list/row-focus.ts'
import { useWaitingRuns } from './use-waiting-runs.ts'
import { byDueTime, goesOn } from './waiting-words.rules.ts'

interface WaitingRunsProps {
  conversation: Pick<Conversation, 'id' | 'organizationId'>
  now: Date
  timezone: string
  offline: boolean
}

/** More of them would take the room of the messages. */
const SHOWN_MAX = 2

/** The automations that wait in the conversation, above the composer: when each goes on, and a button that ends it. */
export function WaitingRuns({ conversation, now, timezone, offline }: WaitingRunsProps) {
  const { id: conversationId, organizationId } = conversation
  const { data = [], isError, refetch, put } = useWaitingRuns(organizationId, conversationId)
  const [isOpen, setIsOpen] = useState(false)
  const runs = byDueTime(data)
  if (isError && runs.length === 0) return <NotLoaded onRetry={refetch} />
  if (runs.length === 0) return null
  const more = runs.length - SHOWN_MAX
  return (
    <section
      aria-label="Waiting automations"
      className="shrink-0 border-t border-line bg-auto px-4 py-1 text-sm md:mx-3 md:mb-2 md:rounded-lg md:border md:border-auto-line md:px-3"
    >
      <ul className="scrollbar-quiet max-h-36 overflow-y-auto">
        {(isOpen ? runs : runs.slice(0, SHOWN_MAX)).map((run) => (
          <Waiting key={run._id} {...{ run, organizationId, now, timezone, offline }} onStopped={put} />
        ))}
      </ul>
      {more > 0 && (
        <Button
          size="sm"
          kind="ghost"
          icon={isOpen ? ChevronDown : ChevronUp}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="pointer-coarse:h-11"
        >
          {isOpen ? 'Show fewer' : `Show ${more} more`}
        </Button>
      )}
    </section>
  )
}

interface WaitingProps extends Omit<WaitingRunsProps, 'conversation'> {
  run: AutomationRun
  organizationId: string
  onStopped: (epoch: string, runs: readonly AutomationRun[]) => void
}

function Waiting({ run, organizationId, now, timezone, offline, onStopped }: WaitingProps) {
  const api = useApi()
  const row = useRef<HTMLLIElement>(null)
  const [busy, setBusy] = useState(false)
  const { _id: runId, name, reason } = run
  useLayoutEffect(() => {
    const item = row.current
    return () => {
      if (item?.contains(document.activeElement)) focusMessages()
    }
  }, [])

  async function stop(): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      const { data, epoch } = await api('stopAutomationRun', { body: { organizationId, runId } })
      onStopped(epoch, [data])
      // It may have ended by itself meanwhile.
      if (data.state === 'stopped') notifySuccess('The automation does not go on here')
    } catch (error) {
      notifyError(`It was not stopped. ${failureMessage(error)}`)
    } finally {
      setBusy(false)
    }
  }

  return (
    <li ref={row} data-run-id={runId} className="flex min-h-9 items-center gap-2">
      <Hourglass aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-auto-text" />
      <p className="min-w-0 flex-1 wrap-anywhere text-auto-text">
        <bdi className="font-semibold">{name}</bdi>
        {` ${goesOn(run, now, timezone)}`}
        {reason !== null && reason !== 'wait' && (
          <span className="max-md:sr-only">{` · ${RUN_WORD_SENTENCES[reason]}`}</span>
        )}
      </p>
      <Button
        size="sm"
        icon={Square}
        aria-label={`Stop ${name}`}
        busy={busy}
        disabledReason={offlineReason(offline, 'Stopping')}
        onClick={() => void stop()}
        className="pointer-coarse:h-11"
      >
        Stop
      </Button>
    </li>
  )
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-1 text-sm text-bad-text">
      <p className="min-w-0 flex-1">The automations that wait here did not load.</p>
      <Button size="sm" icon={RotateCw} onClick={onRetry} className="pointer-coarse:h-11">
        Load again
      </Button>
    </div>
  )
}
