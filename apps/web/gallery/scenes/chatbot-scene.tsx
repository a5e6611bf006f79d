import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { useState } from 'react'
import { createActor } from 'xstate'
import { DefaultLayout } from '../../src/app/default-layout.tsx'
import type { SaveState } from '../../src/features/chatbot/builder-head.tsx'
import { BuilderScreen } from '../../src/features/chatbot/builder-screen.tsx'
import { type BuilderActor, chatbotBuilderMachine } from '../../src/features/chatbot/chatbot-builder.machine.ts'
import { northgate, offered, references } from '../fixtures/chatbots.ts'
import { now, timezone } from '../fixtures/people.ts'
import { Stage } from '../stage.tsx'
import { stand } from '../still.ts'
import { type Hand, useHand } from '../use-hand.ts'

interface BuilderSceneProps {
  flow?: Flow
  saving?: SaveState
  prepare?: (actor: BuilderActor) => void
  then?: (hand: Hand) => Promise<void>
}

/** The builder inside the app's layout. */
export function BuilderScene({ flow = northgate, saving = 'clean', prepare, then }: BuilderSceneProps) {
  const [actor] = useState(() => {
    let count = 0
    const newId = () => {
      count += 1
      return `new${count}`
    }
    const started = stand(createActor(chatbotBuilderMachine, { input: { flow, newId } }).start())
    prepare?.(started)
    return started
  })
  useHand(async (hand) => {
    await hand.find('[data-node-id], [role=tree], [role=log]')
    await then?.(hand)
  })
  return (
    <Stage>
      <DefaultLayout>
        <BuilderScreen
          {...{ actor, saving, references, offered, now }}
          live="Live version is from Nov 12"
          place={{ clinic: 'Cedar Ridge', zone: timezone }}
          versionsTo="/chatbot/bot_northgate/versions"
          onPublish={() => undefined}
        />
      </DefaultLayout>
    </Stage>
  )
}
