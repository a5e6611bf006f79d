import { type ReactNode, useState } from 'react'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import { SettingsFrame } from '../../src/app/settings-layout.tsx'
import type { Answers } from '../canned-api.ts'
import { stillLive } from '../canned-live.ts'
import { ana, lena } from '../fixtures/people.ts'
import { Stage } from '../stage.tsx'
import { type Hand, useHand } from '../use-hand.ts'

interface SettingsSceneProps {
  children: ReactNode
  answers?: Answers
  /** The user is an agent, not an admin. */
  agent?: boolean
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

/** A page of the settings, inside the settings layout. */
export function SettingsScene({ children, answers = {}, agent = false, offline = false, then }: SettingsSceneProps) {
  const [live] = useState(() => () => stillLive(offline ? 'away' : undefined, !offline))
  useHand(async (hand) => then?.(hand))
  return (
    <Stage answers={answers} live={live} user={agent ? lena : ana}>
      <DefaultLayout>
        <SettingsFrame>{children}</SettingsFrame>
      </DefaultLayout>
    </Stage>
  )
}
