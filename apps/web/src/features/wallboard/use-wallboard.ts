import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { probe } from '../../api/probe.ts'
import { connectionOf } from '../../live/live.machine.ts'
import { useLive } from '../../parts/live-context.tsx'
import { useServices } from '../../parts/services.tsx'
import { type WallboardActor, wallboardMachine } from './wallboard.machine.ts'

const JITTER_MS = 60_000

interface Facts {
  readonly isRead: boolean
  readonly isFailed: boolean
}
export type OnStart = (actor: WallboardActor) => void

/** Runs the wallboard's machine by what is known of the connection and of the board. */
export function useWallboard({ isRead, isFailed }: Facts, onStart?: OnStart) {
  const { clock, fetch, app, leave } = useServices()
  const isLive = useSelector(useLive(), (state) => connectionOf(state) === 'live')
  const [machine] = useState(() =>
    wallboardMachine.provide({
      actors: { probe: fromPromise(async () => (await probe(fetch)) === 'answers') },
      actions: {
        // Messages that wait for the connection live in this page alone.
        reload: () => {
          if (app.status.outbox.waiting === 0) leave()
        },
      },
    }),
  )
  const actor = useActorRef(machine, { input: { jitterMs: Math.random() * JITTER_MS } })
  useEffect(() => {
    onStart?.(actor)
  }, [actor, onStart])
  useEffect(() => {
    actor.send({ type: 'facts.changed', isRead, isFailed, isLive, now: clock.now() })
  }, [actor, isRead, isFailed, isLive, clock])
  const state = useSelector(actor, ({ value }) => (typeof value === 'string' ? value : Object.keys(value)[0]))
  const asOf = useSelector(actor, ({ context }) => context.asOf)
  return { state, asOf }
}

/** When the organization's log last moved, as far as this tab heard of it. */
export function useLastChange(): Date {
  const { clock } = useServices()
  const position = useSelector(useLive(), ({ context }) => context.position)
  const [at, setAt] = useState(() => clock.now())
  const key = position === null ? '' : `${position.epoch} ${position.seq}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: each position is a change
  useEffect(() => setAt(clock.now()), [key, clock])
  return at
}
