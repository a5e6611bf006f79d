import { createContext, use } from 'react'
import type { LiveActor } from '../live/live.machine.ts'

export const Live = createContext<LiveActor | null>(null)

/** Returns this tab's live connection. It exists on every page that waits for the app state. */
export function useLive(): LiveActor {
  const live = use(Live)
  if (!live) throw new Error('There is no live connection here: the page has to wait for the app state')
  return live
}
