import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ListActor } from './conversation-list.machine.ts'
import { createDrawingPace, type DrawingPace } from './drawing-pace.ts'
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

/** Of the same list: what it has to draw while it moves. */
export function useDrawingPace(stillness: Stillness): DrawingPace {
  const [pace] = useState(() => createDrawingPace(stillness.isMoving))
  useEffect(() => pace.stop, [pace])
  return pace
}

/** Whether a row is drawn: where too many come with one frame it has its place first, and its words with a later one. */
export function useDrawn(pace: DrawingPace, atOnce: boolean): boolean {
  const [drawn, setDrawn] = useState(() => atOnce || pace.may())
  useEffect(() => (drawn ? undefined : pace.wait(() => setDrawn(true))), [drawn, pace])
  return drawn || atOnce
}

/** Whether a hand can use what stands beside the words of a row: one that came by scrolling gets it once that ends. */
export function useHandy(stillness: Stillness): boolean {
  const [handy, setHandy] = useState(() => !stillness.isMoving())
  useEffect(() => (handy ? undefined : stillness.wait(() => setHandy(true))), [handy, stillness])
  return handy
}
