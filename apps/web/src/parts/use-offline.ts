import { useSelector } from '@xstate/react'
import { use } from 'react'
import { connectionOf } from '../live/live.machine.ts'
import { Live } from './live-context.tsx'

/** True while this tab has lost its connection. A page without a session has no connection to lose. */
export function useOffline(): boolean {
  return useSelector(use(Live) ?? undefined, (state) => state !== undefined && connectionOf(state) === 'offline')
}

/** "You are offline. Closing waits until you are back." */
export function offlineWords(action = 'This'): string {
  return `You are offline. ${action} waits until you are back.`
}

/** Returns why a button can't be used while offline. */
export function offlineReason(offline: boolean, action?: string): string | undefined {
  return offline ? offlineWords(action) : undefined
}
