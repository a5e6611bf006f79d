import { useSelector } from '@xstate/react'
import { connectionOf } from '../../live/live.machine.ts'
import { useLive } from '../../parts/live-context.tsx'

export const OFFLINE = 'You are offline. This waits until you are back.'

export function useOffline(): boolean {
  return useSelector(useLive(), (state) => connectionOf(state) === 'offline')
}
