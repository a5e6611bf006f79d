import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { useActorRef } from '@xstate/react'
import { useEffect, useState } from 'react'
import { SimulatedClock } from 'xstate'
import { testMachine } from './test.machine.ts'
import type { TestPlace } from './test-memory.rules.ts'

/** A test of the flow whose time stands still until somebody skips ahead. */
export function useTest(flow: Flow, place: TestPlace, now: Date) {
  const [clock] = useState(() => new SimulatedClock())
  const actor = useActorRef(testMachine, {
    clock,
    input: {
      ...{ flow, place },
      settings: { who: 'visitor', channel: 'chat', language: 'en', isOpen: true, at: now.toISOString() },
    },
  })
  useEffect(() => void actor.send({ type: 'FLOW', flow }), [actor, flow])
  return { actor, skip: () => clock.increment(actor.getSnapshot().context.due?.ms ?? 0) }
}
