import { useState } from 'react'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import { ShiftPanel } from '../../src/features/shift/shift-panel.tsx'
import { WallboardScreen } from '../../src/features/wallboard/wallboard-screen.tsx'
import { NEVER_LIVE } from '../../src/live/currency.rules.ts'
import { type Answers, ok } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import { board, desks } from '../fixtures/board.ts'
import { Stage } from '../stage.tsx'
import { stand } from '../still.ts'

const CEDAR = { _id: 'org_cedar', name: 'Cedar Ridge Medical Group', timezone: 'America/Chicago' }
const USUAL: Answers = { board: () => ok(board), desks: () => ok([...desks]) }

interface SceneProps {
  answers?: Answers
  offline?: boolean
}

const liveOf = (offline: boolean) => () =>
  stillLive(offline ? 'away' : undefined, !offline, NEVER_LIVE, [{ _id: 'usr_dana', state: 'replying' }])

/** The wallboard inside the app's layout. */
export function WallboardScene({ answers = {}, offline = false }: SceneProps) {
  const [live] = useState(() => liveOf(offline))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <DefaultLayout>
        <WallboardScreen organization={CEDAR} onStart={stand} />
      </DefaultLayout>
    </Stage>
  )
}

/** The content of the panel behind the account menu's entry. */
export function ShiftScene({ answers = {}, offline = false }: SceneProps) {
  const [live] = useState(() => liveOf(offline))
  return (
    <Stage answers={{ ...USUAL, ...answers }} live={live}>
      <div className="w-[min(27rem,100%)] bg-surface">
        <ShiftPanel organization={CEDAR} userId="usr_lena" />
      </div>
    </Stage>
  )
}
