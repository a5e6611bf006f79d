import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, RotateCw } from 'lucide-react'
import { useActiveOrganization, useApi } from '../../parts/parts.tsx'
import { Button } from '../../ui/button.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { OverlayPanel } from '../../ui/overlay-panel.tsx'
import { Skeleton, SkeletonBar } from '../../ui/skeleton.tsx'
import { readPreferences, savePreferences } from './preferences.actors.ts'
import { SettingsForm } from './settings-form.tsx'

/** One's own notifications, in this organization. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const organization = useActiveOrganization()
  return (
    <OverlayPanel from="right" title="Notification settings" onClose={onClose}>
      {organization && <Settings organizationId={organization._id} timezone={organization.timezone} onDone={onClose} />}
    </OverlayPanel>
  )
}

interface SettingsProps {
  organizationId: string
  timezone: string
  onDone: () => void
}

function Settings({ organizationId, timezone, onDone }: SettingsProps) {
  const api = useApi()
  const queries = useQueryClient()
  const queryKey = ['notificationPreferences', organizationId]
  const kept = useQuery({ queryKey, queryFn: () => readPreferences(api, organizationId), staleTime: 0 })
  const save = useMutation({
    mutationFn: (typed: NonNullable<typeof kept.data>) => savePreferences(api, organizationId, typed),
    onSuccess: (saved) => {
      queries.setQueryData(queryKey, saved)
      notifySuccess('Notification settings saved')
      onDone()
    },
  })
  if (kept.isError)
    return (
      <div role="alert" className="m-4 rounded-lg border border-bad-line bg-bad px-3 py-2.5 text-sm">
        <p className="flex items-center gap-1.5 font-semibold text-bad-text">
          <CircleAlert aria-hidden size={16} className="shrink-0" />
          Your settings did not load
        </p>
        <p className="mt-0.5">Nothing was changed; what you chose before still holds.</p>
        <Button size="sm" icon={RotateCw} onClick={() => void kept.refetch()} className="mt-2 pointer-coarse:h-11">
          Load again
        </Button>
      </div>
    )
  // What this browser remembers may be from before another one changed it.
  if (!kept.data || !kept.isFetchedAfterMount)
    return (
      <Skeleton label="Loading your settings">
        <div className="space-y-4 p-4">
          {[0, 1, 2, 3].map((place) => (
            <SkeletonBar key={place} className="h-4 w-4/5" />
          ))}
        </div>
      </Skeleton>
    )
  return (
    <SettingsForm
      kept={kept.data}
      timezone={timezone}
      busy={save.isPending}
      error={save.error?.message ?? null}
      onSave={(typed) => save.mutate(typed)}
      onCancel={onDone}
    />
  )
}
