import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ListActor } from './conversation-list.machine.ts'
import { isSameView } from './list-query.rules.ts'
import { createStillness, type Stillness } from './stillness.ts'

/** Of one list. Another view of it comes as one that flies by does: the words of its rows first. */
export function useStillness(list: ListActor): Stillness {
  const [stillness] = useState(createStillness)
  const view = useSelector(list, (state) => state.context.filters, isSameView)
  const before = useRef(view)

  useLayoutEffect(() => {
    if (before.current !== view) stillness.moved()
    before.current = view
  }, [view, stillness])
  useEffect(() => stillness.stop, [stillness])

  return stillness
}

/** Whether a hand can use what stands beside the words of a row: one that came by scrolling gets it once that ends. */
export function useHandy(stillness: Stillness): boolean {
  const [handy, setHandy] = useState(() => !stillness.isMoving())
  useEffect(() => (handy ? undefined : stillness.wait(() => setHandy(true))), [handy, stillness])
  return handy
}
