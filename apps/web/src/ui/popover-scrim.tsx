import { createPortal } from 'react-dom'

/** Behind a menu that is a sheet on a phone: what lies under it is out of reach until the sheet is gone. */
export function PopoverScrim() {
  return createPortal(<div aria-hidden className="fixed inset-0 z-[39] bg-scrim md:hidden" />, document.body)
}
