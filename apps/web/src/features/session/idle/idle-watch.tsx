import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { sessionSettled, whileSessionChanges } from '../../../lib/session-change.ts'
import { createBrowserSignals } from '../../../live/browser-signals.actors.ts'
import { useServices } from '../../../parts/services.tsx'
import { signOut } from '../session.actors.ts'
import { useSessionExit } from '../user-provider.tsx'
import { Covered } from './covered.tsx'
import { exitOf } from './exit.rules.ts'
import { clearCookies, createCover, createPersonActor, createServerActor, createTabsActor } from './idle.actors.ts'
import { idleMachine } from './idle.machine.ts'
import { type ClockReading, isSomebodyHere } from './idle.rules.ts'
import { IdleDialog } from './idle-dialog.tsx'

/** Short, so that nobody can read the screen of a computer that wakes up after its session ended. */
const SLEPT_TICK_MS = 1_000

/**
 * [OPEN-093] Signs an inactive user out in every tab of this browser, and warns before. Signing out also clears the
 * site's storage; `onForgotten` keeps what may stay, before the page leaves.
 */
export function IdleWatch({ onForgotten }: { onForgotten: () => void }) {
  const { fetch, clock, attendance } = useServices()
  const { endSession, expectEnd } = useSessionExit()
  const [machine, now] = useMemo(() => {
    const now = (): ClockReading => ({ wall: clock.now().getTime(), elapsed: clock.elapsed() })
    const cover = createCover(document)
    const provided = idleMachine.provide({
      actors: {
        server: createServerActor(fetch),
        tabs: createTabsActor(),
        person: createPersonActor(window, clock.elapsed),
        browser: createBrowserSignals({ window, now: () => now().wall, tickMs: SLEPT_TICK_MS }),
        signOut: fromPromise(({ signal }) =>
          whileSessionChanges(async () => {
            const isOver = await signOut((address, init) => fetch(address, { ...init, signal }))
            if (isOver) onForgotten()
            return isOver
          }),
        ),
      },
      actions: {
        cover: cover.cover,
        uncover: cover.uncover,
        expect(_, ended) {
          expectEnd(ended === null ? undefined : exitOf(ended, window.location))
        },
        end(_, ended) {
          const leave = () => endSession(exitOf(ended, window.location))
          if (ended.why === 'left' || ended.why === 'again') return leave()
          // Every tab does this under the same lock, so that the next page does not start while another tab still
          // clears the storage.
          void whileSessionChanges(() => clearCookies(fetch).then(onForgotten))
            .then(sessionSettled)
            .finally(leave)
        },
      },
    })
    return [provided, now]
  }, [fetch, clock, endSession, expectEnd, onForgotten])
  const { wall, elapsed } = useMemo(now, [now])
  const idle = useActorRef(machine, { input: { now, since: { wall: wall - elapsed, elapsed: 0 } } })

  useEffect(() => {
    const before = attendance.isAttended
    attendance.isAttended = () => {
      const { input, life } = idle.getSnapshot().context
      return isSomebodyHere(input, now(), life?.idleMinutes)
    }
    return () => {
      attendance.isAttended = before
    }
  }, [attendance, idle, now])

  const isCovered = useSelector(idle, (state) => state.matches('over'))
  const isWarning = useSelector(idle, (state) => state.hasTag('warning'))
  if (isCovered) return <Covered />
  return isWarning && <IdleDialog idle={idle} now={now} />
}
