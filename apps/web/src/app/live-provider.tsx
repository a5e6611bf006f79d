import { type ReactNode, useEffect, useState } from 'react'
import { createLive } from '../live/live.actors.ts'
import type { LiveActor } from '../live/live.machine.ts'
import { Live } from '../parts/live-context.tsx'
import { useParts } from '../parts/parts.tsx'

interface LiveProviderProps {
  /** Null until it is known; then nobody is listening. */
  organizationId: string | null
  checkSession: () => Promise<boolean>
  children: ReactNode
}

/** Keeps the connection while somebody is signed in, on the active organization, and its counts in the app state. */
export function LiveProvider({ organizationId, checkSession, children }: LiveProviderProps) {
  const { app, token } = useParts()
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
    // On the way out the connection is stopped before this page has heard of it.
    if (organizationId === null || live?.getSnapshot().status !== 'active') return
    live.send({ type: 'organization.chosen', organizationId })
  }, [live, organizationId])

  return <Live value={live}>{children}</Live>
}
