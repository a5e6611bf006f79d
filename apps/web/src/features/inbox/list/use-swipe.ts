import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import {
  armedSide,
  beginSwipe,
  drawSwipe,
  type Swipe,
  type SwipeSide,
  type SwipeSides,
  sideTowards,
} from './swipe.rules.ts'

const BACK_MS = 220
/** A finger that rests this long opens the menu. */
const LONG_PRESS_MS = 500

export interface SwipeView {
  /** The side uncovered beside the row; null while the row is in its place. */
  side: SwipeSide | null
  armed: boolean
}

const AT_REST: SwipeView = { side: null, armed: false }

interface SwipeDependencies {
  /** The element that moves. */
  row: RefObject<HTMLElement | null>
  sides: SwipeSides
  onSwipe: (side: SwipeSide) => void
  onLongPress: () => void
}

/**
 * Touch gestures on a row. The row moves by a CSS transform that bypasses React; React renders only when another
 * side is uncovered or armed. The browser keeps vertical scrolling (`touch-action`), and when it takes the touch
 * over, the swipe ends.
 */
export function useSwipe({ row, sides, onSwipe, onLongPress }: SwipeDependencies) {
  const [view, setView] = useState(AT_REST)
  const swipe = useRef<Swipe | null>(null)
  const press = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The touch was a swipe or a long press, so the click that may follow must be ignored. */
  const meant = useRef(false)

  function show(next: Swipe) {
    if (row.current) row.current.style.transform = next.offset === 0 ? '' : `translateX(${next.offset}px)`
    const side = next.offset === 0 ? null : sideTowards(next.offset)
    const armed = armedSide(next, sides) !== null
    setView((now) => (now.side === side && now.armed === armed ? now : { side, armed }))
  }

  function end() {
    clearTimeout(press.current)
    const last = swipe.current
    swipe.current = null
    const element = row.current
    if (!last || !element || last.offset === 0) return setView(AT_REST)
    element.style.transform = ''
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return setView(AT_REST)
    const back = element.animate([{ transform: `translateX(${last.offset}px)` }, { transform: 'none' }], {
      duration: BACK_MS,
      easing: 'cubic-bezier(0.2, 0, 0, 1)',
    })
    back.finished.then(
      () => setView(AT_REST),
      () => undefined,
    )
  }

  function onPointerDown(event: PointerEvent) {
    meant.current = false
    if (event.pointerType !== 'touch') return
    // A second finger cancels the swipe.
    if (!event.isPrimary) return end()
    swipe.current = beginSwipe({ x: event.clientX, y: event.clientY })
    press.current = setTimeout(() => {
      swipe.current = null
      meant.current = true
      onLongPress()
    }, LONG_PRESS_MS)
  }

  function onPointerMove(event: PointerEvent) {
    const before = swipe.current
    if (!before || !event.isPrimary) return
    const next = drawSwipe(before, { x: event.clientX, y: event.clientY }, sides)
    swipe.current = next
    if (next.way !== 'undecided') clearTimeout(press.current)
    if (next.way !== 'aside') return
    if (before.way === 'undecided') {
      meant.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    show(next)
  }

  function onPointerUp(event: PointerEvent) {
    if (!swipe.current || !event.isPrimary) return clearTimeout(press.current)
    const side = armedSide(swipe.current, sides)
    end()
    if (side) onSwipe(side)
  }

  return {
    view,
    /** Whether the next click belongs to the gesture before it. */
    takesClick: () => meant.current,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end },
  }
}
