import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ListActor } from './conversation-list.machine.ts'
import { isSameView } from './list-query.rules.ts'
import { createRenderPace, type RenderPace } from './render-pace.ts'
import { createStillness, type Stillness } from './stillness.ts'

/** The stillness of one list. A change of filters counts as movement, so that the text of the rows renders first. */
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

/** The pace at which rows render while the same list moves. */
export function useRenderPace(stillness: Stillness): RenderPace {
  const [pace] = useState(() => createRenderPace(stillness.isMoving))
  useEffect(() => pace.stop, [pace])
  return pace
}

/**
 * Whether a row renders now. When too many rows come in one frame, a row first takes its space, and its text
 * renders in a later frame.
 */
export function useMayRender(pace: RenderPace, atOnce: boolean): boolean {
  const [drawn, setDrawn] = useState(() => atOnce || pace.may())
  useEffect(() => (drawn ? undefined : pace.wait(() => setDrawn(true))), [drawn, pace])
  return drawn || atOnce
}

/** Whether the controls beside a row's text render. A row that came by scrolling gets them when the scrolling ends. */
export function useControlsReady(stillness: Stillness): boolean {
  const [handy, setHandy] = useState(() => !stillness.isMoving())
  useEffect(() => (handy ? undefined : stillness.wait(() => setHandy(true))), [handy, stillness])
  return handy
}
