/** One's wishes, as the server keeps them; every tab of this browser hears when one of them changes them. */
import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import type { Api } from '../../api/client.ts'

export async function readPreferences(api: Api, organizationId: string): Promise<NotificationPreferences> {
  return (await api('notificationPreferences', { query: { organizationId } })).data
}

export async function savePreferences(
  api: Api,
  organizationId: string,
  preferences: NotificationPreferences,
): Promise<NotificationPreferences> {
  const { data } = await api('saveNotificationPreferences', { body: { organizationId, ...preferences } })
  const channel = new BroadcastChannel(nameOf(organizationId))
  channel.postMessage(data)
  channel.close()
  return data
}

/** They hold in every tab at once, the one that changed them included. */
export function onPreferencesChanged(
  organizationId: string,
  listener: (preferences: NotificationPreferences) => void,
): () => void {
  const channel = new BroadcastChannel(nameOf(organizationId))
  channel.onmessage = ({ data }: MessageEvent<NotificationPreferences>) => listener(data)
  return () => channel.close()
}

function nameOf(organizationId: string): string {
  return `foyer notification preferences ${organizationId}`
}
