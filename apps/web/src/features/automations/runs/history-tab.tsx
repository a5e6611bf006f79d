import type { AutomationDetail, AutomationVersion } from '@foyer/contracts/automations/automation.ts'
import { WHY_MAX } from '@foyer/contracts/automations/definition.rules.ts'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { failureMessage, isRefused } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { useIdempotencyKeys } from '../../../parts/visits/use-idempotency-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { problemsOf } from '../not-ready.rules.ts'
import { WaitingRuns } from '../waiting-runs.tsx'
import { wordDifference } from './word-difference.rules.ts'

interface HistoryTabProps {
  automation: AutomationDetail
  now: Date
  timezone: string
  offline: boolean
  onRolledBack: () => void
}

/** The versions, newest first: by whom, when, why, and what the sentence says otherwise. */
export function HistoryTab({ automation, now, timezone, offline, onRolledBack }: HistoryTabProps) {
  const { versions } = automation
  const [asked, setAsked] = useState<AutomationVersion | null>(null)
  if (versions.length === 0)
    return <Note title="No versions yet" detail="Each time it is turned on with changes, a version stands here." />
  return (
    <>
      <ol aria-label="Versions" className="divide-y divide-line border-t border-line">
        {versions.map((version, place) => (
          <li key={version.number} className="px-4 py-3.5 md:px-5">
            <Version
              {...{ version, now, timezone, offline }}
              before={versions[place + 1] ?? null}
              isNewest={place === 0}
              onRollBack={() => setAsked(version)}
            />
          </li>
        ))}
      </ol>
      {asked !== null && (
        <RollBackDialog
          {...{ automation, offline }}
          version={asked}
          onDone={() => {
            setAsked(null)
            onRolledBack()
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

interface VersionProps {
  version: AutomationVersion
  before: AutomationVersion | null
  isNewest: boolean
  now: Date
  timezone: string
  offline: boolean
  onRollBack: () => void
}

function Version({ version, before, isNewest, now, timezone, offline, onRollBack }: VersionProps) {
  const nameOf = useStaffName()
  const { number, sentence, why, by, at, fromNumber } = version
  const parts =
    before === null ? [{ text: sentence, kind: 'same' as const }] : wordDifference(before.sentence, sentence)
  const who = by === null ? '' : ` by ${nameOf(by.id, by.name)}`
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-sm font-semibold">
          {`Version ${number}`}
          {isNewest && <span className="ml-2 text-xs font-normal text-muted">The newest</span>}
        </p>
        <p className="num text-xs text-muted">
          {`${momentLabel(at, now, timezone)}${who}${fromNumber === null ? '' : ` · brought back version ${fromNumber}`}`}
        </p>
        <p className="mt-1 text-sm wrap-anywhere">{`“${why}”`}</p>
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          {parts.map(({ text, kind }, place) => {
            const key = `${place} ${kind}`
            if (kind === 'same') return <span key={key}>{`${text} `}</span>
            if (kind === 'added')
              return (
                <span key={key}>
                  <ins className="rounded-sm bg-ok px-0.5 text-ok-text no-underline">{text}</ins>{' '}
                </span>
              )
            return (
              <span key={key}>
                <del className="rounded-sm bg-bad px-0.5 text-bad-text">{text}</del>{' '}
              </span>
            )
          })}
        </p>
      </div>
      {!isNewest && (
        <Button
          size="sm"
          icon={Undo2}
          disabledReason={offlineReason(offline, 'Rolling back')}
          onClick={onRollBack}
        >{`Roll back to ${number}`}</Button>
      )}
    </div>
  )
}

interface RollBackDialogProps {
  automation: AutomationDetail
  version: AutomationVersion
  offline: boolean
  onDone: () => void
  onClose: () => void
}

const REFUSALS = {
  stale: 'A colleague brought in another version meanwhile. Look at the history, then try again.',
}

/** The newest version as a refusal as `stale` tells it; null for any other failure. */
function newestOf(failure: unknown): number | null {
  if (!(failure instanceof CallError && isRefused(failure, 'stale'))) return null
  const { number } = (failure.data ?? {}) as { number?: unknown }
  return typeof number === 'number' ? number : null
}

function RollBackDialog({ automation, version, offline, onDone, onClose }: RollBackDialogProps) {
  const api = useApi()
  const withKey = useIdempotencyKeys()
  const [why, setWhy] = useState('')
  const [stops, setStops] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  // A colleague may bring in another version while this dialog is open.
  const [newest, setNewest] = useState(automation.number)
  const { _id, organizationId, name, counts } = automation

  async function rollBack(): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      const waiting = stops ? ('stop' as const) : ('finish' as const)
      const expected = newest === null ? {} : { expectedNumber: newest }
      const body = { organizationId, _id, number: version.number, ...expected, why: why.trim(), waiting }
      await withKey(body, (idempotencyKey) => api('rollBackAutomation', { body, idempotencyKey }))
      notifySuccess(`“${name}” is as in version ${version.number}`)
      onDone()
    } catch (failure) {
      setNewest((known) => newestOf(failure) ?? known)
      setError(problemsOf(failure) ?? failureMessage(failure, REFUSALS))
    } finally {
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      title={`Roll back “${name}” to version ${version.number}?`}
      confirm={`Roll back to ${version.number}`}
      {...{ busy, error, onClose }}
      disabledReason={why.trim() === '' ? 'Say why first.' : offlineReason(offline, 'Rolling back')}
      onConfirm={() => void rollBack()}
    >
      <p>A new version with its content is turned on. The draft stays as it is.</p>
      <Field
        label="Why?"
        autoComplete="off"
        maxLength={WHY_MAX}
        value={why}
        onChange={({ target }) => setWhy(target.value)}
      />
      <WaitingRuns count={counts.waiting} {...{ stops }} onChange={setStops} />
    </ConfirmDialog>
  )
}
