/** The user's notification preferences, stored on the server. A change reaches every tab of this browser. */
import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import type { Api } from '../api/client.ts'

export async function readPreferences(api: Api, organizationId: string): Promise<NotificationPreferences> {
  return (await api('notificationPreferences', { query: { organizationId } })).data
}

export async function savePreferences(
  api: Api,
  organizationId: string,
  preferences: NotificationPreferences,
): Promise<NotificationPreferences> {
  const { data } = await api('saveNotificationPreferences', { body: { organizationId, ...preferences } })
  const channel = new BroadcastChannel(channelName(organizationId))
  channel.postMessage(data)
  channel.close()
  return data
}

/** Calls back in every tab at once, including the one that changed them. */
export function onPreferencesChanged(
  organizationId: string,
  listener: (preferences: NotificationPreferences) => void,
): () => void {
  const channel = new BroadcastChannel(channelName(organizationId))
  channel.onmessage = ({ data }: MessageEvent<NotificationPreferences>) => listener(data)
  return () => channel.close()
}

function channelName(organizationId: string): string {
  return `foyer notification preferences ${organizationId}`
}
