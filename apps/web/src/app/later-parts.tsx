import { useNotifier } from '../features/notifications/use-notifier.ts'
import { IdleWatch } from '../features/session/idle/idle-watch.tsx'

/** What goes on beside the pages, and what no first screen waits for. */
export function LaterParts() {
  useNotifier()
  return <IdleWatch />
}
