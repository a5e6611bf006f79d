import type { Team } from '@foyer/contracts/teams/teams.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { freedWords } from './teams.rules.ts'

interface RemoveTeamProps {
  organizationId: string
  team: Team
  offline: boolean
  onClose: () => void
}

/** Asks before a team is removed, and says how many open conversations it has. The page's rows follow by its event. */
export function RemoveTeam({ organizationId, team: { _id, name }, offline, onClose }: RemoveTeamProps) {
  const api = useApi()
  const work = useQuery({
    queryKey: ['workload', organizationId],
    queryFn: ({ signal }) => api('workload', { query: { organizationId }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const remove = useMutation({ mutationFn: () => api('removeTeam', { body: { organizationId, _id } }) })
  return (
    <ConfirmDialog
      title={`Remove the team ${name}?`}
      confirm="Remove the team"
      danger
      busy={remove.isPending}
      disabledReason={offlineReason(offline)}
      error={remove.isError ? failureMessage(remove.error) : null}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notifySuccess(`${name} removed`)
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      <p>{freedWords(work.data ? (work.data.data.teams[_id] ?? 0) : null)} Whom they are assigned to stays.</p>
    </ConfirmDialog>
  )
}
