import type { Automation } from '@foyer/contracts/automations/automation.ts'
import { WHY_MAX } from '@foyer/contracts/automations/definition.rules.ts'
import { useState } from 'react'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { offlineReason } from '../../../parts/use-offline.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { WaitingRuns } from '../waiting-runs.tsx'
import { Findings } from './findings.tsx'
import { NotReady } from './wizard-memory.ts'

interface PublishDialogProps {
  name: string
  /** Null for a new one. */
  automation: Automation | null
  busy: boolean
  error: unknown
  offline: boolean
  onConfirm: (why: string, waiting: 'finish' | 'stop') => void
  onClose: () => void
}

/** Asks what changed before a version is put in force. */
export function PublishDialog({ name, automation, busy, error, offline, onConfirm, onClose }: PublishDialogProps) {
  const [why, setWhy] = useState(automation?.number == null ? 'The first version' : '')
  const [stops, setStops] = useState(false)
  const verb = `Turn on version ${(automation?.number ?? 0) + 1}`
  return (
    <ConfirmDialog
      title={`${verb} of “${name}”?`}
      confirm={verb}
      busy={busy}
      disabledReason={why.trim() === '' ? 'Say what changed first.' : offlineReason(offline, 'Turning it on')}
      error={error === null || error instanceof NotReady ? null : failureMessage(error)}
      onConfirm={() => onConfirm(why.trim(), stops ? 'stop' : 'finish')}
      onClose={onClose}
    >
      {error instanceof NotReady && (
        <div role="alert" className="space-y-2">
          <p>Nothing was turned on.</p>
          <Findings findings={error.findings} />
        </div>
      )}
      <Field
        label="What changed?"
        help="Colleagues read it in the history."
        autoComplete="off"
        maxLength={WHY_MAX}
        value={why}
        onChange={({ target }) => setWhy(target.value)}
      />
      <WaitingRuns count={automation?.counts.waiting ?? 0} {...{ stops }} onChange={setStops} />
    </ConfirmDialog>
  )
}
