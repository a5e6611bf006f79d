import { useSelector } from '@xstate/react'
import { use, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { probe } from '../api/probe.ts'
import { useHeldFor } from '../lib/use-held-for.ts'
import { connectionOf } from '../live/live.machine.ts'
import { Live } from '../parts/live-context.tsx'
import { useServices } from '../parts/services.tsx'
import { BANNER_AFTER_MS, bannerWord, causeOf, connectionWord, OFFLINE_AFTER_MS } from './connection.rules.ts'

/** Returns the state of the live connection as the top bar and the banner show it. */
export function useConnection() {
  const { clock, app, fetch } = useServices()
  const state = useSelector(use(Live) ?? undefined, (snapshot) => (snapshot ? connectionOf(snapshot) : 'connecting'))
  const isLive = state === 'live'
  const disconnected = !isLive && state !== 'catchingUp'
  const [wasLive, setWasLive] = useState(false)
  const [since, setSince] = useState<Date | null>(null)

  useEffect(() => {
    if (isLive) setWasLive(true)
    setSince(isLive ? null : clock.now())
    app.setReach(null)
  }, [isLive, clock, app])

  const noticed = useHeldFor(!isLive, BANNER_AFTER_MS)
  const longGone = useHeldFor(disconnected, OFFLINE_AFTER_MS)
  // When the browser itself reports no network, Offline needs no longer wait.
  const { reach } = useSnapshot(app.status)
  const cause = causeOf(state, reach)
  // Without a call since the loss, the cause is not known yet.
  useEffect(() => {
    if (noticed && app.status.reach === null) void probe(fetch).then(app.setReach)
  }, [noticed, app, fetch])
  const outage = { state, cause, wasLive, noticed, gone: longGone || (noticed && state === 'offline') }
  return { word: connectionWord(outage), banner: bannerWord(outage), cause, since, wasLive }
}
