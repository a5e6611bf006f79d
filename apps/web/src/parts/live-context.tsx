import { createContext, use } from 'react'
import type { LiveActor } from '../live/live.machine.ts'

export const Live = createContext<LiveActor | null>(null)

/** The one live connection of this tab. It is there for every page that waits for the app state. */
export function useLive(): LiveActor {
  const live = use(Live)
  if (!live) throw new Error('There is no live connection here: the page has to wait for the app state')
  return live
}
