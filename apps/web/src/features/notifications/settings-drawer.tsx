import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readPreferences, savePreferences } from '../../parts/notification-preferences.ts'
import { QueryState } from '../../parts/query-state.tsx'
import { useActiveOrganization, useApi } from '../../parts/services.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { OverlayPanel } from '../../ui/overlay-panel.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The user's notification settings in this organization. */
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
  const save = async (typed: NotificationPreferences) => {
    queries.setQueryData(queryKey, await savePreferences(api, organizationId, typed))
    notifySuccess('Notification settings saved')
    onDone()
  }
  // Another browser may have changed them, so cached data is not shown.
  const current = { ...kept, data: kept.isFetchedAfterMount ? kept.data : undefined }
  return (
    <QueryState query={current} what="Your settings">
      {(found) => <SettingsForm kept={found} timezone={timezone} onSave={save} onCancel={onDone} />}
    </QueryState>
  )
}
