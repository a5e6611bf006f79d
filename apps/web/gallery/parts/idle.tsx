import type { SessionLife } from '@foyer/contracts/session/session-life-calls.ts'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { Covered } from '../../src/features/session/idle/covered.tsx'
import { type IdleActor, idleMachine, type ToServer } from '../../src/features/session/idle/idle.machine.ts'
import { IdleDialog } from '../../src/features/session/idle/idle-dialog.tsx'
import { now } from '../fixtures/people.ts'
import { part } from '../gallery-entry.ts'

interface IdleProps {
  /** The session's remaining idle time at the first check; later checks get no answer. */
  idleS: number
  wholeS?: number
  then?: (idle: IdleActor) => void
  /** The outcome of signing out. */
  signOut?: () => Promise<boolean>
}

const still = () => ({ wall: now.getTime(), elapsed: 0 })
const never = () => new Promise<boolean>(() => undefined)

function Idle({ idleS, wholeS = 3_600, then, signOut = never }: IdleProps) {
  const [idle] = useState(() => {
    const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toISOString()
    const life: SessionLife = { now: after(0), idleMinutes: 30, idleEndsAt: after(idleS), endsAt: after(wholeS) }
    let said = false
    const server = fromCallback<ToServer>(({ receive, sendBack }) => {
      receive(() => {
        if (!said) queueMicrotask(() => sendBack({ type: 'server.life', life, noted: false }))
        said = true
      })
    })
    const machine = idleMachine.provide({ actors: { server, signOut: fromPromise(signOut) } })
    return createActor(machine, { input: { now: still, since: still() } })
  })
  const isWarning = useSelector(idle, (state) => state.hasTag('warning'))
  const isCovered = useSelector(idle, (state) => state.matches('over'))
  useEffect(() => {
    idle.start()
    return () => void idle.stop()
  }, [idle])
  useEffect(() => {
    if (isWarning) then?.(idle)
  }, [idle, isWarning, then])
  return (
    <>
      <p className="p-4">The page itself.</p>
      {isWarning && <IdleDialog idle={idle} now={still} />}
      {isCovered && <Covered />}
    </>
  )
}

const stay = (idle: IdleActor) => idle.send({ type: 'stay' })
const leave = (idle: IdleActor) => idle.send({ type: 'leave' })

export const idle = part('Nobody there', {
  asked: { title: 'Are you still there?', show: () => <Idle idleS={45} /> },
  staying: { title: 'Stays, on its way', show: () => <Idle idleS={45} then={stay} /> },
  leaving: { title: 'Leaves, on its way', show: () => <Idle idleS={45} then={leave} /> },
  failed: {
    title: 'Leaves, and the server does not answer',
    show: () => <Idle idleS={45} then={leave} signOut={async () => false} />,
  },
  whole: { title: 'The twelve hours are over in a moment', show: () => <Idle idleS={45} wholeS={45} /> },
  covered: { title: 'Past the end: covered until the server answers', show: () => <Idle idleS={0} /> },
})
