import { createPortal } from 'react-dom'

/** Behind a menu that is a sheet on a phone: what lies under it is out of reach until the sheet is gone. */
export function PopoverScrim() {
  return createPortal(
    <div ref={takeTouch} aria-hidden className="fixed inset-0 z-[39] bg-scrim md:hidden" />,
    document.body,
  )
}

/**
 * The menu closes when the finger lifts, and the click that a browser makes of the touch would come to what lies there then:
 * a touch that begins here makes none. React listens too late to say so.
 */
function takeTouch(scrim: HTMLElement | null): void {
  scrim?.addEventListener('touchstart', (event) => event.preventDefault(), { passive: false })
}
