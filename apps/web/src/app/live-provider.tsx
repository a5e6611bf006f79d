import { type ReactNode, useEffect, useState } from 'react'
import { createLive } from '../live/live.actors.ts'
import type { LiveActor } from '../live/live.machine.ts'
import { Live } from '../parts/live-context.tsx'
import { useServices } from '../parts/services.tsx'

interface LiveProviderProps {
  /** Null until it is known; no connection is open before. */
  organizationId: string | null
  checkSession: () => Promise<boolean>
  children: ReactNode
}

/**
 * Keeps the live connection to the active organization while somebody is signed in, and its counts in the app state.
 */
export function LiveProvider({ organizationId, checkSession, children }: LiveProviderProps) {
  const { app, token } = useServices()
  const [live, setLive] = useState<LiveActor | null>(null)
  const wanted = organizationId !== null

  useEffect(() => {
    const first = app.mainContext.activeOrgId
    if (!wanted || first === null) return
    const actor = createLive({
      ...{ token, checkSession, organizationId: first, random: Math.random },
      onCounts: app.setCounts,
    })
    setLive(actor)
    return () => {
      actor.stop()
      setLive(null)
    }
  }, [app, token, checkSession, wanted])

  useEffect(() => {
    // During sign-out the connection may stop before this component rerenders.
    if (organizationId === null || live?.getSnapshot().status !== 'active') return
    live.send({ type: 'organization.chosen', organizationId })
  }, [live, organizationId])

  return <Live value={live}>{children}</Live>
}
