import type { ReactNode } from 'react'

interface TooltipProps {
  text: string
  /** Where it stands: below by default, above near the bottom of a screen, beside in the rail. */
  side?: 'below' | 'above' | 'right'
  children: ReactNode
}

const SIDES = {
  below: 'top-full left-1/2 mt-1.5 -translate-x-1/2',
  above: 'bottom-full left-1/2 mb-1.5 -translate-x-1/2',
  right: 'top-1/2 left-full ml-1.5 -translate-y-1/2',
}

/** Shows what a control says of itself, to whoever hovers or focuses it. The control carries the same as its name. */
export function Tooltip({ text, side = 'below', children }: TooltipProps) {
  return (
    <span className="group/tip relative inline-flex">
      {children}
      <span
        aria-hidden
        className={`pointer-events-none invisible absolute z-(--z-popover) w-max max-w-60 rounded-sm bg-ink px-1.5 py-0.5 text-xs font-medium text-surface opacity-0 transition-opacity delay-0 duration-(--duration-hover) group-hover/tip:visible group-hover/tip:opacity-100 group-hover/tip:delay-400 group-has-focus-visible/tip:visible group-has-focus-visible/tip:opacity-100 group-has-aria-expanded/tip:hidden pointer-coarse:hidden ${SIDES[side]}`}
      >
        {text}
      </span>
    </span>
  )
}
