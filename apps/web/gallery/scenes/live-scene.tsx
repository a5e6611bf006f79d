import type { StateValueFrom } from 'xstate'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import { NothingOpen } from '../../src/features/inbox/thread/thread-states.tsx'
import type { liveMachine } from '../../src/live/live.machine.ts'
import { stillLive } from '../canned-live.ts'
import { Stage } from '../stage.tsx'
import { type Hand, useHand } from '../use-hand.ts'

interface LiveSceneProps {
  value: StateValueFrom<typeof liveMachine>
  networkUp?: boolean
  then?: (hand: Hand) => Promise<void>
}

/** The frame of every page, with a connection that stays in one of its states. */
export function LiveScene({ value, networkUp = true, then }: LiveSceneProps) {
  useHand(async (hand) => then?.(hand))
  return (
    <Stage live={() => stillLive(value, networkUp)}>
      <DefaultLayout>
        <div className="flex min-h-0 flex-1">
          <NothingOpen offline={false} onNext={() => undefined} />
        </div>
      </DefaultLayout>
    </Stage>
  )
}
