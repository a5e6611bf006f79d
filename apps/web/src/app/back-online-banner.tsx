import { useMachine, useSelector } from '@xstate/react'
import { CircleCheck } from 'lucide-react'
import { use, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Live } from '../parts/live-context.tsx'
import { useApp } from '../parts/services.tsx'
import { Banner } from '../ui/banner.tsx'
import { backOnlineMachine } from './back-online.machine.ts'
import { caughtUpWords, returnedWords } from './back-online.rules.ts'
import { useCount } from './use-count.ts'

interface BackOnlineBannerProps {
  /** A banner about the loss of a live connection is on the screen. */
  noticed: boolean
  isLive: boolean
  machine?: typeof backOnlineMachine
}

/** Sums up an outage after it: what was sent, what arrived, how long catching up took. It disappears by itself. */
export function BackOnlineBanner({ noticed, isLive, machine = backOnlineMachine }: BackOnlineBannerProps) {
  const [state, tell] = useMachine(machine)
  const last = useSelector(use(Live) ?? undefined, (snapshot) => snapshot?.context.currency.last ?? null)
  const { sent } = useSnapshot(useApp().status).outbox
  const unread = useCount('unreadMessages')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the values at that moment, not later ones
  useEffect(() => {
    if (noticed) tell({ type: 'noticed', unread, sent })
  }, [noticed, tell])
  useEffect(() => tell({ type: isLive ? 'returned' : 'lost' }), [isLive, tell])

  if (!state.matches('back') && !state.matches('caughtUp')) return null
  const words = returnedWords({ sent: sent - state.context.sent, messages: unread - state.context.unread })
  return (
    <div data-testid="back-online-banner" role="status">
      <Banner kind="ok" icon={CircleCheck}>
        {state.matches('back') ? (
          <>
            <b className="font-semibold">Back online.</b>
            {words && ` ${words}`}
          </>
        ) : (
          last && caughtUpWords(last)
        )}
      </Banner>
    </div>
  )
}
