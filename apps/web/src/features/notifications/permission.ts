/** Whether this browser may show notifications. Only a click asks. */
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

/** Also follows what is changed in the browser's own settings meanwhile: one comes back from there. */
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
