import { createPortal } from 'react-dom'

/** Covers the page behind a menu that is a sheet on a phone, until the sheet is gone. */
export function PopoverScrim() {
  return createPortal(
    <div ref={takeTouch} aria-hidden className="fixed inset-0 z-[39] bg-scrim md:hidden" />,
    document.body,
  )
}

/**
 * The menu closes when the finger lifts, and the browser's click would then hit the element below. Preventing the
 * default of `touchstart` suppresses that click; React's own listener is passive and can't do so.
 */
function takeTouch(scrim: HTMLElement | null): void {
  scrim?.addEventListener('touchstart', (event) => event.preventDefault(), { passive: false })
}
