import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { TestPlace } from './test-memory.rules.ts'
import { TestPane } from './test-pane.tsx'
import { useTest } from './use-test.ts'

/** A press of "Play from here"; each is another. */
export interface Play {
  readonly nodeId: string
}

/** The place of the talk, for the canvas. */
export interface Talk {
  readonly here: string | null
  /** The ports that it took, as `block port`. */
  readonly taken: readonly string[]
}

interface TestRoomProps {
  flow: Flow
  place: TestPlace
  now: Date
  play: Play | null
  className?: string
  onTalk: (talk: Talk) => void
  onShow?: (nodeId: string) => void
}

/** The test with its runner, which is loaded when it is first opened. */
export function TestRoom({ flow, place, now, play, onTalk, ...pane }: TestRoomProps) {
  const { actor, skip } = useTest(flow, place, now)
  const here = useSelector(actor, ({ context, value }) => (value === 'ended' ? null : context.nodeId))
  const taken = useSelector(actor, ({ context }) => context.taken)
  useEffect(() => {
    if (play !== null) actor.send({ type: 'BEGIN', nodeId: play.nodeId })
  }, [actor, play])
  useEffect(() => onTalk({ here, taken }), [onTalk, here, taken])
  return <TestPane {...{ actor, skip }} {...pane} />
}
