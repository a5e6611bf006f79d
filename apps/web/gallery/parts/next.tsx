import { useState } from 'react'
import type { StateValueFrom } from 'xstate'
import { CallError } from '../../src/api/call-error.ts'
import { NextEnd } from '../../src/features/inbox/next/next-end.tsx'
import type { NextPatientContext } from '../../src/features/inbox/next/next-patient.machine.ts'
import { walkMachine } from '../canned-machines.ts'
import { part } from '../gallery-entry.ts'
import { ThreadScene } from '../scenes/thread-scene.tsx'
import { Stage } from '../stage.tsx'
import { still } from '../still.ts'

interface SceneProps {
  value: StateValueFrom<typeof walkMachine>
  holds?: Partial<NextPatientContext>
  offline?: boolean
}

/** The pane in place of a conversation, with a walk that stays in one state. */
function NextScene({ value, holds = {}, offline = false }: SceneProps) {
  const [walk] = useState(() => still(walkMachine, undefined, value, () => holds))
  const nothing = () => undefined
  return (
    <Stage>
      <div className="relative flex min-h-0 flex-1">
        <NextEnd walk={walk} offline={offline} onNext={nothing} />
      </div>
    </Stage>
  )
}

/** A conversation that the walk has opened. */
function HeldScene({ lost = false, handled = false }: { lost?: boolean; handled?: boolean }) {
  useState(() => still(walkMachine, undefined, { holding: 'held' }, () => ({ isLost: lost, isHandled: handled })))
  return <ThreadScene held={{ lost, handled, onNext: () => undefined }} />
}

const done = { answered: 31, typicalMinutes: 4, othersWait: false }
const refused = new CallError(undefined, 503, {
  reason: 'unavailable',
  requestId: '7F2A-0911',
  message: 'The server is busy.',
})

export const next = part('Next patient', {
  held: { title: 'The user is on it', show: () => <HeldScene /> },
  lost: { title: 'The hold was lost', show: () => <HeldScene lost /> },
  handled: { title: 'Answered, and the user writes on', show: () => <HeldScene handled /> },
  asking: { title: 'On its way', show: () => <NextScene value="asking" /> },
  end: { title: 'No one is waiting', show: () => <NextScene value="finished" holds={{ done }} /> },
  'end-first': { title: 'No one is waiting, and nobody was answered', show: () => <NextScene value="finished" /> },
  'end-others': {
    title: 'No one is waiting but in conversations of others',
    show: () => <NextScene value="finished" holds={{ done: { ...done, othersWait: true } }} />,
  },
  'end-skipped': {
    title: 'No one is waiting but those who were passed over',
    show: () => <NextScene value="finished" holds={{ done, skipped: ['c1', 'c2'] }} />,
  },
  failed: { title: 'Did not open', show: () => <NextScene value="failed" holds={{ error: refused }} /> },
  offline: { title: 'No one is waiting, offline', show: () => <NextScene value="finished" holds={{ done }} offline /> },
})
