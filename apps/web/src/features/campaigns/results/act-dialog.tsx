import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { useSelector } from '@xstate/react'
import { countWords } from '../../../parts/campaigns/states-bar.rules.ts'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { ResultsActor } from './campaign-results.machine.ts'

/** Asks once before a campaign is stopped or deleted, because neither can be taken back. */
export function ActDialog({ actor, campaign: { name, states } }: { actor: ResultsActor; campaign: Campaign }) {
  const wish = useSelector(actor, ({ context }) => context.wish)
  const isAsking = useSelector(actor, (state) => state.matches({ shown: 'asking' }))
  const offline = useOffline()
  if (!isAsking || (wish !== 'stop' && wish !== 'delete')) return null
  const isStop = wish === 'stop'
  return (
    <ConfirmDialog
      title={isStop ? `Stop “${name}” for good?` : `Delete “${name}”?`}
      confirm={isStop ? 'Stop the campaign' : 'Delete the campaign'}
      danger
      disabledReason={offlineReason(offline, isStop ? 'Stopping' : 'Deleting')}
      onConfirm={() => actor.send({ type: 'confirm' })}
      onClose={() => actor.send({ type: 'close' })}
    >
      {isStop
        ? `${countWords(states.waiting)} that wait are not sent. What is on its way still arrives.`
        : 'Its figures are gone. The texts that it sent stay in the conversations.'}
    </ConfirmDialog>
  )
}
