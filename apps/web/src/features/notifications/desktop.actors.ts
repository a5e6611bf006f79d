/** The desktop notifications of this tab. */
import type { NotificationText } from './notify.rules.ts'
import { permission } from './permission.ts'

export interface Desktop {
  show(telling: NotificationText, onOpen: (conversationId: string | null) => void): void
  /** Closes all notifications, because they name patients and must not outlive the session or the organization. */
  clear(): void
}

export function createDesktop(organizationId: string): Desktop {
  const shown = new Map<string, Notification>()
  return {
    show(telling, onOpen) {
      if (permission() !== 'granted') return
      const { title, body, conversationId } = telling
      const tag = `foyer ${organizationId} ${conversationId ?? ''}`
      shown.get(tag)?.close()
      const notification = createNotification(title, { body, tag, icon: '/favicon.svg', silent: true })
      if (!notification) return
      shown.set(tag, notification)
      notification.onclick = () => {
        window.focus()
        notification.close()
        onOpen(conversationId)
      }
      notification.onclose = () => {
        if (shown.get(tag) === notification) shown.delete(tag)
      }
    },
    clear() {
      for (const notification of shown.values()) notification.close()
      shown.clear()
    },
  }
}

/** Some phones have the constructor but throw when it is called. */
function createNotification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options)
  } catch {
    return null
  }
}
