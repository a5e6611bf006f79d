import type { CountedAudience } from '@foyer/contracts/campaign/launch-calls.ts'
import { CallError } from '../../../api/call-error.ts'
import { laterLabel } from '../../../lib/time-labels.rules.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { offlineReason } from '../../../parts/use-offline.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { launchRefusals } from '../refusals.rules.ts'
import { type Draft, type Here, launchLabel, messagesWords, scheduleOf } from './draft.rules.ts'
import { OtherCount } from './editor-memory.ts'
import { costWords } from './schedule.rules.ts'

interface LaunchDialogProps {
  draft: Draft
  here: Here
  counted: CountedAudience | null
  /** The number that is launched. */
  expect: number
  /** Why it was not launched. */
  error: unknown
  busy: boolean
  offline: boolean
  onConfirm: () => void
  onClose: () => void
}

/** A launch without an answer may have begun; it is asked for again by the same key. */
function refusalWords(error: unknown): string {
  const words = failureMessage(error, launchRefusals(error))
  return error instanceof CallError && error.status < 500 ? `Nothing was sent. ${words}` : words
}

/** Asks once before anything is sent, and again when the number is another by now. */
export function LaunchDialog(props: LaunchDialogProps) {
  const { draft, here, counted, expect, error, busy, offline, onConfirm, onClose } = props
  const label = launchLabel(draft, expect)
  const at = scheduleOf(draft, here.timezone)
  const isOther = error instanceof OtherCount
  return (
    <ConfirmDialog
      title={`${label}?`}
      confirm={label}
      busy={busy}
      disabledReason={expect === 0 ? 'Nobody would get this.' : offlineReason(offline, 'Launching')}
      error={error === null || isOther ? null : refusalWords(error)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isOther && (
        <p role="alert" className="font-medium text-warn-text">
          {`The number has changed since it was counted: ${messagesWords(expect, draft.type)} by now. Nothing was sent.`}
        </p>
      )}
      <p>
        {at === null
          ? 'The first goes out at once, the others at the pace that is set.'
          : `The first goes out ${laterLabel(at, here.now, here.timezone)}${draft.clock === 'patient' ? ' on each patient’s own clock' : ''}.`}
      </p>
      {!isOther && counted?.segments != null && (
        <p className="num">
          {`${counted.segments.toLocaleString('en-US')} segments${counted.cost === null ? '' : `, ${costWords(counted.cost)}`}.`}
        </p>
      )}
      <p>What has left can’t be taken back.</p>
    </ConfirmDialog>
  )
}
