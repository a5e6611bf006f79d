import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { useActorRef } from '@xstate/react'
import { useState } from 'react'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { publishingOf } from '../publish/publish.actors.ts'
import { PublishDialog } from '../publish/publish-dialog.tsx'
import { changeCount, changesBetween } from './changes.rules.ts'
import { useFlowOf } from './use-versions.ts'

interface RollBackProps {
  organizationId: string
  flowId: string
  /** The version that is brought back. */
  number: number
  /** The number that it gets. */
  next: number
  onDone: (number: number) => void
  onClose: () => void
}

/** Publishes an earlier version again, by the same check. */
export function RollBack(props: RollBackProps) {
  const { organizationId, flowId, number, next, onClose } = props
  const old = useFlowOf({ organizationId, flowId }, String(number))
  const live = useFlowOf({ organizationId, flowId }, String(next - 1))
  if (old.isError || live.isError)
    return (
      <ConfirmDialog
        title={`Version ${number} did not load`}
        confirm="Try again"
        onConfirm={() => void Promise.all([old.refetch(), live.refetch()])}
        onClose={onClose}
      >
        <p>{failureMessage(old.error ?? live.error)}</p>
      </ConfirmDialog>
    )
  if (old.data === undefined || live.data === undefined) return null
  return <Publishing {...props} flow={old.data} changes={changeCount(changesBetween(live.data, old.data))} />
}

function Publishing(props: RollBackProps & { flow: Flow; changes: string }) {
  const { organizationId, number, next, flow, changes, onDone, onClose } = props
  const api = useApi()
  const offline = useOffline()
  const [machine] = useState(() => publishingOf({ api, organizationId, flow, from: { number } }))
  const actor = useActorRef(machine, { input: { key: crypto.randomUUID(), note: `Version ${number} again` } })
  return (
    <PublishDialog
      {...{ actor, changes, onClose }}
      verb={`Publish version ${next}`}
      disabledReason={offlineReason(offline, 'Publishing')}
      onShow={onClose}
      onPublished={onDone}
    />
  )
}
