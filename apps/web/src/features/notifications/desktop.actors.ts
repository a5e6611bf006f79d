/** The notifications of this tab on the desktop. */
import type { Telling } from './notify.rules.ts'
import { permission } from './permission.ts'

export interface Desktop {
  show(telling: Telling, onOpen: (conversationId: string | null) => void): void
  /** They speak of somebody's patients: they don't outlive the session or the organization. */
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
      const notification = made(title, { body, tag, icon: '/favicon.svg', silent: true })
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

/** Some phones have the constructor and refuse to use it. */
function made(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options)
  } catch {
    return null
  }
}
