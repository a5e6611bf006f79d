import { type ReactNode, useRef } from 'react'

interface TooltipProps {
  text: string
  /** Its position: below by default, above near the bottom of a screen, to the right in the rail. */
  side?: 'below' | 'above' | 'right'
  children: ReactNode
}

const SIDES = {
  below: 'top-full left-1/2 mt-1.5 -translate-x-1/2',
  above: 'bottom-full left-1/2 mb-1.5 -translate-x-1/2',
  right: 'top-1/2 left-full ml-1.5 -translate-y-1/2',
}

/** The minimum distance from the edges of the window. */
const EDGE_PX = 4

/** Shows a control's description on hover or focus. The control's accessible name is the same. */
export function Tooltip({ text, side = 'below', children }: TooltipProps) {
  const bubble = useRef<HTMLSpanElement>(null)

  /** Near an edge of the window the tooltip moves inward as far as it must. */
  function keepInside() {
    if (!bubble.current) return
    const { style } = bubble.current
    style.marginLeft = ''
    const { left, right } = bubble.current.getBoundingClientRect()
    const aside = Math.min(0, document.documentElement.clientWidth - EDGE_PX - right) || Math.max(0, EDGE_PX - left)
    if (aside !== 0) style.marginLeft = `${aside}px`
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only positions the tooltip
    <span className="group/tip relative inline-flex max-w-full" onPointerEnter={keepInside} onFocus={keepInside}>
      {children}
      <span
        ref={bubble}
        aria-hidden
        // Hidden by `display`, because an invisible box would widen the scroll area.
        className={`pointer-events-none absolute z-(--z-popover) hidden w-max max-w-60 rounded-sm bg-ink px-1.5 py-0.5 text-xs font-medium text-surface transition-opacity delay-400 duration-(--duration-hover) starting:opacity-0 group-hover/tip:block group-has-focus-visible/tip:block group-has-focus-visible/tip:delay-0 group-has-aria-expanded/tip:hidden! pointer-coarse:hidden! ${SIDES[side]}`}
      >
        {text}
      </span>
    </span>
  )
}
