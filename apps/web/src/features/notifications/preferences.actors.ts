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
  channel.postMessage('changed')
  channel.close()
  return data
}

/** Says no more than that they changed: each tab asks for its own. */
export function onPreferencesChanged(organizationId: string, listener: () => void): () => void {
  const channel = new BroadcastChannel(nameOf(organizationId))
  channel.onmessage = listener
  return () => channel.close()
}

function nameOf(organizationId: string): string {
  return `foyer notification preferences ${organizationId}`
}
