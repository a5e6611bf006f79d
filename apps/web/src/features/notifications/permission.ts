/** The browser's permission for notifications. It is requested only on a click. */
import { useSyncExternalStore } from 'react'

export type Permission = NotificationPermission | 'unsupported'

const listeners = new Set<() => void>()

export function permission(): Permission {
  return 'Notification' in window ? Notification.permission : 'unsupported'
}

export async function askPermission(): Promise<void> {
  await Notification.requestPermission()
  for (const listener of listeners) listener()
}

/**
 * Updates when the window gets the focus too, because the user may have changed the permission in the browser's
 * settings.
 */
export function usePermission(): Permission {
  return useSyncExternalStore(subscribe, permission)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('focus', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('focus', listener)
  }
}
