import { useState } from 'react'
import { useNavigate } from 'react-router'
import { userGraphql } from '../../../api/user-graphql.ts'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { useNow } from '../../../lib/use-now.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi, useServices } from '../../../parts/services.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { flowSaver } from '../saving/save-flow.actors.ts'
import type { ChatbotRow } from '../use-chatbots.ts'
import { type Earlier, readEarlier } from './use-versions.ts'

interface ReplaceDraftProps {
  organizationId: string
  flowId: string
  timezone: string
  /** The chatbot with the draft that stands; undefined while it is read. */
  row: ChatbotRow | undefined
  /** It takes the place of the draft. */
  from: Earlier
  onClose: () => void
}

/** Asks before the draft is replaced, and replaces no other draft than the one that the question tells of. */
export function ReplaceDraft({ organizationId, flowId, timezone, row, from, onClose }: ReplaceDraftProps) {
  const api = useApi()
  const navigate = useNavigate()
  const services = useServices()
  const now = useNow(services.clock)
  const offline = useOffline()
  const nameOf = useStaffName()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function replace(revision: number) {
    setIsBusy(true)
    setError(null)
    try {
      const flow = await readEarlier(api, { organizationId, flowId }, from)
      await flowSaver(userGraphql(services.calls))({ organizationId, flow, revision }, crypto.randomUUID())
      void navigate(`/chatbot/${flowId}`)
    } catch (failure) {
      setError(
        failureMessage(failure, {
          stale: 'The draft was saved meanwhile. Read which one stands now, then replace it.',
        }),
      )
      setIsBusy(false)
    }
  }
  const what = `${from.kind === 'version' ? 'version' : 'save'} ${from.number}`
  const by = row?.updatedBy
  return (
    <ConfirmDialog
      title={`Replace the draft with ${what}?`}
      confirm="Replace the draft"
      busy={isBusy}
      error={error}
      disabledReason={
        offlineReason(offline, 'Replacing the draft') ?? (row === undefined ? 'The draft is being read.' : undefined)
      }
      onConfirm={() => row !== undefined && void replace(row.revision)}
      onClose={onClose}
    >
      {row !== undefined && (
        <p>
          {`The draft is save ${row.revision}, ${momentLabel(row.updatedAt, now, timezone)}`}
          {by ? ` by ${nameOf(by._id, by.name)}. ` : '. '}
          It stays under Saves.
        </p>
      )}
    </ConfirmDialog>
  )
}
